import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The hash taken when the bid was submitted, and whether the bid still matches it. */
export function SealCard({ bid }: { bid: Pick<BidDetail, 'seals' | 'sealIntact' | 'status' | 'tenderSetDigest'> }) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  const [last, ...earlier] = bid.seals
  const isOpened = !['draft', 'submitted', 'withdrawn'].includes(bid.status)
  if (!last) return null
  const Icon = bid.sealIntact ? ShieldCheck : ShieldAlert
  return (
    <Card title={t('seal.title')} as="aside">
      <p
        className={
          bid.sealIntact
            ? 'flex items-center gap-2 text-sm font-medium text-success'
            : 'flex items-center gap-2 text-sm font-medium text-destructive'
        }
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {bid.sealIntact ? t('seal.verified') : t('seal.broken')}
      </p>
      <p className="mt-2 text-sm text-muted-foreground">{t('seal.text')}</p>
      <dl className="mt-3 flex flex-col gap-2 text-sm">
        <div>
          <dt className="text-muted-foreground">{t('seal.revision', { number: last.revision })}</dt>
          <dd>
            <time dateTime={new Date(last.sealedAt).toISOString()}>{format.dateTime(last.sealedAt)}</time>
            <code className="mt-1 block rounded-md bg-muted px-2 py-1.5 font-mono text-xs break-all">
              {last.digest}
            </code>
            {isOpened && (
              <TextLink to={`/verify/${last.digest}`} className="mt-1 inline-block min-h-6">
                {t('seal.check')}
              </TextLink>
            )}
          </dd>
        </div>
        {bid.tenderSetDigest && (
          <div>
            <dt className="text-muted-foreground">{t('seal.tenderSet')}</dt>
            <dd>
              <code className="block rounded-md bg-muted px-2 py-1.5 font-mono text-xs break-all">
                {bid.tenderSetDigest}
              </code>
            </dd>
          </div>
        )}
      </dl>
      {earlier.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="min-h-6 cursor-pointer text-muted-foreground hover:text-foreground">
            {t('seal.earlier', { count: earlier.length })}
          </summary>
          <ul className="mt-2 flex flex-col gap-2">
            {earlier.map((seal) => (
              <li key={seal.revision}>
                <span className="text-muted-foreground">
                  {t('seal.revision', { number: seal.revision })}, {format.dateTime(seal.sealedAt)}
                </span>
                <code className="mt-1 block font-mono text-xs break-all text-muted-foreground">{seal.digest}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
