import type { Block } from '#app/documents/document.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { ContractPaper } from './readable-contract.server.ts'
import { readableContract } from './readable-contract.ts'

/**
 * A contract as a PDF in a reader's language (CON-9): what its page shows, with the text that is signed, and the bid that it names, as
 * files within the file.
 */
export function contractPdf(paper: ContractPaper, { locale, format }: Reader): PdfFile {
  const { number, status, text, bidText, hash, writtenAt } = paper
  const t = i18nFor(locale).getFixedT(null, 'contracts')
  const tSecurities = i18nFor(locale).getFixedT(null, 'securities')
  const tProof = i18nFor(locale).getFixedT(null, 'documents')
  const document = readableContract(paper, status, t, tSecurities, format)
  const name = `contract-${number}`
  const proof: Block[] = hash
    ? [
        { kind: 'heading', text: t('paper.proof') },
        { kind: 'text', text: tProof('contract.proof', { name: `${name}.txt` }) },
        {
          kind: 'facts',
          facts: [
            [t('document.hash'), hash],
            [tProof('contract.verifyAt'), `${env.origin}/verify/${hash}`],
          ],
        },
      ]
    : []
  const signed = { name: `${name}.txt`, text, description: tProof('contract.text') }
  const bid = { name: `bid-${number}.txt`, text: bidText ?? '', description: tProof('contract.bid') }
  const attachments = [...(hash ? [signed] : []), ...(bidText ? [bid] : [])]
  return {
    name: `${name}.pdf`,
    document: { ...document, blocks: [...document.blocks, ...proof] },
    options: { locale, createdAt: writtenAt, attachments },
  }
}
