import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { Decision } from './queries.server.ts'
import { readableMemo } from './readable-memo.ts'
import { revocationBlocks, revocationFile } from './readable-revocation.ts'

/** The memo of an award as a PDF in a reader's language: what its page shows, with the frozen text as a file within the file. */
export function memoPdf(decision: Decision, { locale, format }: Reader): PdfFile {
  const i18n = i18nFor(locale)
  const { awardedAt, revokedAt, text } = decision
  const [t, decisions] = [i18n.getFixedT(null, 'memo'), i18n.getFixedT(null, 'decisions')]
  const [evaluation, opening] = [i18n.getFixedT(null, 'evaluation'), i18n.getFixedT(null, 'opening')]
  const [qualification, revocation] = [i18n.getFixedT(null, 'qualification'), i18n.getFixedT(null, 'revocation')]
  const ui = i18n.getFixedT(null, 'ui')
  const name = `memo-${new Date(awardedAt).toISOString().slice(0, 10)}`
  return {
    name: `${name}.pdf`,
    document: readableMemo(
      decision,
      { t, decisions, evaluation, opening, qualification, ui, format },
      revocationBlocks(decision, { t: revocation, ui, format }),
    ),
    options: {
      locale,
      // A revocation changes what it says.
      createdAt: revokedAt ?? awardedAt,
      attachments: [
        { name: `${name}.txt`, text, description: decisions('letter.text') },
        ...revocationFile(decision.revocation, revocation('title')),
      ],
    },
  }
}
