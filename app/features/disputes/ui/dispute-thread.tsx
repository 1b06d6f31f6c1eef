import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DisputeDetail } from '#app/features/disputes/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { Timeline } from '#app/ui/timeline.tsx'

/** What was said in a dispute, in its order: the reason it was opened for, statements with their files, and the admin's requests. */
export function DisputeThread({ dispute }: { dispute: DisputeDetail }) {
  const { t } = useTranslation('disputes')
  const format = useFormat()
  const { contract, opened, entries } = dispute
  const companyOf = { client: contract.clientName, provider: contract.providerName, admin: t('admin') }
  const time = (at: number) => <time dateTime={new Date(at).toISOString()}>{format.dateTime(at)}</time>
  return (
    <Timeline
      entries={[
        ...(opened
          ? [
              {
                id: 'opened',
                title: t('openedBy'),
                by: opened.actorName,
                time: time(opened.at),
                body: <p className="whitespace-pre-line wrap-anywhere">{opened.note}</p>,
              },
            ]
          : []),
        ...entries.map((entry) => ({
          id: entry.id,
          title: entry.asked
            ? t(`asks.${entry.asked}`, {
                date: format.date(entry.answerBy ?? ''),
                client: contract.clientName,
                provider: contract.providerName,
              })
            : t('states', { company: companyOf[entry.party] }),
          by: entry.authorName,
          time: time(entry.at),
          tone: entry.asked ? ('info' as const) : ('neutral' as const),
          body: (
            <div className="flex flex-col gap-2">
              <p className="whitespace-pre-line wrap-anywhere">{entry.text}</p>
              {entry.files.length > 0 && (
                <ul className="flex flex-col gap-1">
                  {entry.files.map((file) => (
                    <li key={file.id}>
                      <a
                        href={`/files/${file.id}`}
                        className="inline-flex min-h-6 items-center gap-1.5 font-medium text-primary underline underline-offset-4"
                      >
                        <Download aria-hidden className="size-4 shrink-0" />
                        <span className="wrap-anywhere">{file.name}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              )}
              {entry.missing.map((party) => (
                <p key={party}>
                  <StatusBadge status="overdue" tone="warning">
                    {t('missing', { company: companyOf[party] })}
                  </StatusBadge>
                </p>
              ))}
            </div>
          ),
        })),
      ]}
    />
  )
}
