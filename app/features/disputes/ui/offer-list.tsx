import { useTranslation } from 'react-i18next'
import type { DisputeDetail } from '#app/features/disputes/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'

const tones: Record<DisputeDetail['offers'][number]['status'], Tone> = {
  open: 'info',
  accepted: 'success',
  declined: 'neutral',
  withdrawn: 'neutral',
}

/** The offers of settlement, newest first, with what the user may answer. */
export function OfferList({ dispute }: { dispute: DisputeDetail }) {
  const { t } = useTranslation('disputes')
  const format = useFormat()
  const { contract, offers, subjectId } = dispute
  const { currency, clientName, providerName } = contract
  if (offers.length === 0) return <p className="text-sm text-muted-foreground">{t('offers.none')}</p>
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-card">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
          <div className="min-w-0 flex-1 basis-60 text-sm">
            <p className="font-medium wrap-anywhere">
              {t('offers.split', {
                client: clientName,
                clientAmount: format.money(offer.clientCents, currency),
                provider: providerName,
                providerAmount: format.money(offer.providerCents, currency),
              })}
            </p>
            <p className="text-muted-foreground wrap-anywhere">
              {t('offers.by', {
                name: offer.madeByName,
                company: offer.party === 'client' ? clientName : providerName,
                time: format.dateTime(offer.madeAt),
                date: format.date(offer.expiresOn),
              })}
            </p>
            {offer.note && <p className="mt-1 whitespace-pre-line wrap-anywhere">{offer.note}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <StatusBadge status={offer.status} tone={offer.isOver ? 'neutral' : tones[offer.status]}>
              {t(offer.isOver ? 'offers.lapsed' : `offers.status.${offer.status}`)}
            </StatusBadge>
            {offer.answers.length > 0 && (
              <ButtonLink to={`/disputes/${subjectId}/offers/${offer.id}`} variant="outline" size="sm">
                {t(offer.answers.includes('withdraw') ? 'offers.withdraw' : 'offers.answer')}
              </ButtonLink>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
