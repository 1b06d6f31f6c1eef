import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'

/** Who has read a message, and when they were last reading here. */
export function SeenBy({ people }: { people: Array<{ userId: string; name: string; at: number | null }> }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  if (people.length === 0) return <p className="text-sm text-muted-foreground">{t('screen.message.seenByNobody')}</p>
  return (
    <ul className="flex flex-col gap-2">
      {people.map(({ userId, name, at }) => (
        <li key={userId} className="flex items-center gap-3">
          <Avatar name={name} />
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{name}</span>
          {at !== null && (
            <time dateTime={new Date(at).toISOString()} className="shrink-0 text-xs text-muted-foreground">
              {format.dateTime(at)}
            </time>
          )}
        </li>
      ))}
    </ul>
  )
}
