import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'

/** What day-work and target prices among a project's lines mean for the bidders; nothing without such a line. */
export function PriceFormNotes({
  project: { lines, overrunShareBp, underrunShareBp },
}: {
  project: {
    lines: readonly { priceForm: PriceForm; isOption: boolean }[]
    overrunShareBp: number | null
    underrunShareBp: number | null
  }
}) {
  const { t } = useTranslation('priceforms')
  const format = useFormat()
  const has = (form: PriceForm) => lines.some(({ priceForm }) => priceForm === form)
  const shares = overrunShareBp !== null && underrunShareBp !== null
  const notes = [
    has('target') &&
      shares &&
      t('shares', { overrun: format.percent(overrunShareBp), underrun: format.percent(underrunShareBp) }),
    has('day_work') && t('dayWork'),
    lines.some(({ isOption }) => isOption) && t('option.text'),
  ].filter((note) => note !== false)
  return notes.map((note) => (
    <p key={note} className="max-w-prose px-4 py-2 text-sm text-muted-foreground sm:px-5">
      {note}
    </p>
  ))
}
