import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ComingCall } from '#app/features/calls/times/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { TextLink } from '#app/ui/text-link.tsx'

/** The calls that are agreed on, above the history; nothing while there are none. */
export function ComingCalls({ times }: { times: readonly ComingCall[] }) {
  const { t } = useTranslation('calls')
  const format = useFormat()
  if (times.length === 0) return null
  return (
    <section aria-labelledby="coming-calls" className="flex flex-col gap-2">
      <h2 id="coming-calls" className="text-lg font-semibold">
        {t('coming')}
      </h2>
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-card text-card-foreground">
        {times.map(({ id, title, place, at }) => (
          <li key={id} className="flex items-start gap-4 px-4 py-3 sm:px-5">
            <CalendarClock aria-hidden className="mt-1 size-4.5 shrink-0 text-muted-foreground" />
            <div className="min-w-0">
              <TextLink to={`/calls/times/${id}`} block className="wrap-anywhere">
                {title}
              </TextLink>
              <p className="text-sm wrap-anywhere text-muted-foreground">
                <time dateTime={new Date(at).toISOString()} className="tabular-nums">
                  {format.deadline(at)}
                </time>
                {place && ` · ${place}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
