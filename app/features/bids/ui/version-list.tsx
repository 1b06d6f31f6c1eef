import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type Version = {
  revision: number
  digest: string
  occasion: 'submitted' | 'revised' | 'confirmed' | null
  sealedAt: number
  sealedBy: string
  isIntact: boolean | null
}

/** Every version of a bid that its bidder has sealed, newest first, and its withdrawal. */
export function VersionList({
  bidId,
  timeZone,
  versions,
  withdrawnAt,
  reason,
}: {
  bidId: string
  /** The project's. */
  timeZone: string | null
  versions: readonly Version[]
  withdrawnAt: number | null
  reason: string | null
}) {
  const { t } = useTranslation('bidlines')
  const deadline = useDeadline()
  return (
    <Card title={t('receipt.versions')} className="print:hidden">
      <ol className="divide-y divide-border text-sm">
        {withdrawnAt !== null && (
          <li className="py-3 first:pt-0">
            <p className="font-medium">{t('receipt.withdrawn', { at: deadline(withdrawnAt, timeZone) })}</p>
            {reason && <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{reason}</p>}
          </li>
        )}
        {versions.map(({ revision, digest, occasion, sealedAt, sealedBy, isIntact }) => (
          <li key={revision} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
              <Link to={`/bids/${bidId}/receipt?version=${revision}`} className="min-h-6 hover:underline">
                {t('receipt.version', { number: revision })}
              </Link>
              <span className="font-normal text-muted-foreground">
                {t(`receipt.occasions.${occasion ?? 'sealed'}`)}
              </span>
              {isIntact === false && <Badge tone="danger">{t('receipt.broken')}</Badge>}
            </p>
            <p className="text-muted-foreground">
              {t('receipt.by', { name: sealedBy, at: deadline(sealedAt, timeZone) })}
            </p>
            <code className="font-mono text-xs break-all text-muted-foreground">{digest}</code>
            {isIntact !== null && (
              <TextLink to={`/bids/${bidId}/sealed/${revision}`} reloadDocument block>
                {t('receipt.download', { number: revision })}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
