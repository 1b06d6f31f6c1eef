import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'

type Bid = {
  id: string
  companyName: string
  boundUntil: string | null
  /** The day that the bidder was asked for and has not agreed to yet; null without a request. */
  askedUntil: string | null
  isExpired: boolean
}

/** How long each bid binds its bidder. */
export function ValidityList({ bids }: { bids: readonly Bid[] }) {
  const { t } = useTranslation('bidlines')
  const format = useFormat()
  return (
    <ul className="divide-y divide-border rounded-md border border-border text-foreground">
      {bids.map(({ id, companyName, boundUntil, askedUntil, isExpired }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
          <span className="min-w-0 font-medium wrap-anywhere">{companyName}</span>
          <span className="flex flex-wrap items-center gap-2">
            {boundUntil === null ? t('validity.unstated') : format.date(boundUntil)}
            {isExpired && <Badge tone="warning">{t('validity.expired')}</Badge>}
            {askedUntil !== null && <Badge>{t('validity.asked', { date: format.date(askedUntil) })}</Badge>}
          </span>
        </li>
      ))}
    </ul>
  )
}
