import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { Letter } from './queries.server.ts'
import { readableLetter } from './readable-letter.ts'
import { revocationBlocks, revocationFile } from './readable-revocation.ts'

/** A letter about an award as a PDF in a reader's language: what its page shows, with the frozen text as a file within the file. */
export function letterPdf({ text, awardedAt, revokedAt, ...letter }: Letter, { locale, format }: Reader): PdfFile {
  const i18n = i18nFor(locale)
  const [t, ui] = [i18n.getFixedT(null, 'decisions'), i18n.getFixedT(null, 'ui')]
  const qualification = i18n.getFixedT(null, 'qualification')
  const tRevocation = i18n.getFixedT(null, 'revocation')
  const name = `decision-${new Date(awardedAt).toISOString().slice(0, 10)}`
  return {
    name: `${name}.pdf`,
    document: readableLetter(
      text,
      revokedAt,
      { t, ui, qualification, format },
      revocationBlocks(letter, { t: tRevocation, ui, format }),
    ),
    options: {
      locale,
      // A revocation changes what it says.
      createdAt: revokedAt ?? awardedAt,
      attachments: [
        { name: `${name}.txt`, text, description: t('letter.text') },
        ...revocationFile(letter.revocation, tRevocation('title')),
      ],
    },
  }
}
