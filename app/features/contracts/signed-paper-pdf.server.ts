import type { Block } from '#app/documents/document.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { frozenParties } from './contract-document.ts'
import { type CertifiedSignature, signatureBlocks, verificationBlocks } from './signing-certificate.server.ts'
import type { SignedPaper } from './ui/signed-sheet.tsx'

/**
 * A paper that both parties sign as a PDF in a reader's language (CON-9): what its page shows, and once one party has signed it, who has signed
 * it, when and how, with the text that is signed as a file within the file.
 * @param name of the PDF and the text file, without their endings
 * @param record when the paper was written, proposed and decided (UTC ms); the latest is the PDF's date
 */
export function signedPaperPdf(
  name: string,
  { document, text, hash }: SignedPaper,
  record: { updatedAt: number; proposedAt: number | null; decidedAt: number | null },
  signatures: readonly CertifiedSignature[],
  reader: Reader,
): PdfFile {
  const { locale } = reader
  const t = i18nFor(locale).getFixedT(null, 'contracts')
  const tDocument = i18nFor(locale).getFixedT(null, 'documents')
  const parties = frozenParties(text)
  const signed: Block[] = hash
    ? [
        ...signatures.flatMap((signature) => signatureBlocks(signature, parties, reader)),
        { kind: 'heading', text: t('paper.proof') },
        { kind: 'text', text: tDocument('contract.proof', { name: `${name}.txt` }) },
        { kind: 'facts', facts: [[t('document.hash'), hash]] },
        ...verificationBlocks(hash, reader),
      ]
    : []
  const attachments = hash ? [{ name: `${name}.txt`, text, description: tDocument('contract.text') }] : []
  return {
    name: `${name}.pdf`,
    document: { ...document, blocks: [...document.blocks, ...signed] },
    options: { locale, createdAt: record.decidedAt ?? record.proposedAt ?? record.updatedAt, attachments },
  }
}
