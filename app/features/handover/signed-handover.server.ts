import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import type { SignedPaper } from '#app/features/contracts/ui/signed-sheet.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { env } from '#app/platform/env.server.ts'
import { type HandoverPaper, readableHandover } from './readable-handover.ts'

type Paper = HandoverPaper & {
  documentHash: string | null
  /** UTC ms. */
  updatedAt: number
}

const readable = (paper: Paper, { locale, format }: Reader) =>
  readableHandover(
    paper,
    i18nFor(locale).getFixedT(null, 'handover'),
    i18nFor(locale).getFixedT(null, 'contracts'),
    format,
  )

/** A handover protocol as `SignedSheet` shows it to a reader. */
export function signedHandover(paper: Paper, reader: Reader): SignedPaper {
  const proof = i18nFor(reader.locale).getFixedT(null, 'handover')('paper.proof')
  return { document: readable(paper, reader), text: paper.text, bidText: null, hash: paper.documentHash, proof }
}

/** A handover protocol as a PDF in a reader's language, with the text that is signed as a file within it. */
export function handoverPdf(paper: Paper, reader: Reader): PdfFile {
  const { name, text, documentHash, updatedAt } = paper
  const t = i18nFor(reader.locale).getFixedT(null, 'contracts')
  const tProof = i18nFor(reader.locale).getFixedT(null, 'documents')
  const document = readable(paper, reader)
  const file = { name: `${name}.txt`, text, description: tProof('contract.text') }
  const proof = documentHash
    ? [
        { kind: 'heading' as const, text: t('paper.proof') },
        { kind: 'text' as const, text: tProof('contract.proof', { name: file.name }) },
        {
          kind: 'facts' as const,
          facts: [
            [t('document.hash'), documentHash],
            [tProof('contract.verifyAt'), `${env.origin}/verify/${documentHash}`],
          ] as [string, string][],
        },
      ]
    : []
  return {
    name: `${name}.pdf`,
    document: { ...document, blocks: [...document.blocks, ...proof] },
    options: { locale: reader.locale, createdAt: updatedAt, attachments: documentHash ? [file] : [] },
  }
}
