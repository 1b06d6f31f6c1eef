import type { Block } from '#app/documents/document.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import {
  type CertifiedSignature,
  signatureBlocks,
  verificationBlocks,
} from '#app/features/contracts/signing-certificate.server.ts'
import type { SignedPaper } from '#app/features/contracts/ui/signed-sheet.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { type FinalAccountPaper, readableFinalAccount } from './readable-final-account.ts'

/** A final account as `SignedSheet` shows it to a reader. */
export function signedFinalAccount(paper: FinalAccountPaper, { locale, format }: Reader): SignedPaper {
  const t = i18nFor(locale).getFixedT(null, 'finalaccount')
  const tContract = i18nFor(locale).getFixedT(null, 'contracts')
  const tSecurities = i18nFor(locale).getFixedT(null, 'securities')
  const document = readableFinalAccount(paper, { t, tContract, tSecurities }, format)
  return { document, text: paper.text, bidText: null, hash: paper.documentHash, proof: t('paper.proof') }
}

type Account = FinalAccountPaper & {
  name: string
  proposedAt: number | null
  decidedAt: number | null
  updatedAt: number
}

/**
 * A final account as a PDF in a reader's language (CON-9): what its page shows, and once one party has signed it, who has signed it, when and
 * how, with the text that is signed as a file within the file.
 */
export function finalAccountPdf(
  contractNumber: string,
  account: Account,
  signatures: readonly CertifiedSignature[],
  reader: Reader,
): PdfFile {
  const { locale } = reader
  const { document, text, hash } = signedFinalAccount(account, reader)
  const tContract = i18nFor(locale).getFixedT(null, 'contracts')
  const tDocument = i18nFor(locale).getFixedT(null, 'documents')
  const parties = frozenParties(text)
  const name = `${contractNumber}-${account.name}`
  const signed: Block[] = hash
    ? [
        ...signatures.flatMap((signature) => signatureBlocks(signature, parties, reader)),
        { kind: 'heading', text: tContract('paper.proof') },
        { kind: 'text', text: tDocument('contract.proof', { name: `${name}.txt` }) },
        { kind: 'facts', facts: [[tContract('document.hash'), hash]] },
        ...verificationBlocks(hash, reader),
      ]
    : []
  const attachments = hash ? [{ name: `${name}.txt`, text, description: tDocument('contract.text') }] : []
  return {
    name: `${name}.pdf`,
    document: { ...document, blocks: [...document.blocks, ...signed] },
    options: { locale, createdAt: account.decidedAt ?? account.proposedAt ?? account.updatedAt, attachments },
  }
}
