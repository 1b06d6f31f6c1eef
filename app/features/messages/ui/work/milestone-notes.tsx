import { useTranslation } from 'react-i18next'
import type { MilestoneNote } from '#app/features/messages/work/work-queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { SourceMessage } from './source-message.tsx'

/** What was noted on a milestone; nothing where nothing was. */
export function MilestoneNotes({ notes }: { notes: readonly MilestoneNote[] }) {
  const { t } = useTranslation('messagework')
  const format = useFormat()
  if (notes.length === 0) return null
  return (
    <div>
      <h4 className="text-sm font-medium">{t('notes')}</h4>
      <ul className="mt-1.5 flex flex-col gap-3 text-sm">
        {notes.map(({ id, text, authorName, createdAt, place }) => (
          <li key={id} className="border-s-3 border-border ps-3">
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="mt-0.5 text-xs text-muted-foreground">
              {t('notedBy', { name: authorName, when: format.dateTime(createdAt) })}
            </p>
            {place && <SourceMessage place={place} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
