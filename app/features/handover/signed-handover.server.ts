import type { SignedPaper } from '#app/features/contracts/ui/signed-sheet.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { type HandoverPaper, readableHandover } from './readable-handover.ts'

type Paper = HandoverPaper & { documentHash: string | null }

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
