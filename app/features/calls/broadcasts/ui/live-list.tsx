import { Radio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LiveBroadcast } from '#app/features/calls/broadcasts/queries.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { LiveBadge } from './live-badge.tsx'

/** What the reader can watch now; nothing where nothing is live. */
export function LiveList({ live }: { live: readonly LiveBroadcast[] }) {
  const { t } = useTranslation('broadcasts')
  if (live.length === 0) return null
  return (
    <Card title={t('live.title')}>
      <ul className="-my-2 divide-y divide-border">
        {live.map(({ id, title, hostName, place, isHost }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span className="wrap-anywhere">{title}</span>
                <LiveBadge />
              </p>
              <p className="text-sm wrap-anywhere text-muted-foreground">
                {place ? t('live.byTo', { name: hostName, place }) : hostName}
              </p>
            </div>
            <ButtonLink to={`/broadcasts/${id}`} variant={isHost ? 'outline' : 'primary'} icon={Radio}>
              {t(isHost ? 'live.open' : 'live.watch')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
