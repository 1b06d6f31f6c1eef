import { useTranslation } from 'react-i18next'
import type { EscrowDetail } from '#app/features/escrow/queries.server.ts'
import type { Settlement } from '#app/features/escrow/settlements.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Money } from '#app/ui/money.tsx'

/** How the money of a closed milestone was divided, as items of a description list. `retentionReleasedAt` in UTC ms. */
export function useSettlementItems(
  settlement: Settlement | null,
  contract: EscrowDetail['contract'],
  retentionReleasedAt: number | null,
) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  if (!settlement) return []
  const { clientName: client, providerName: provider, currency } = contract
  const retained =
    retentionReleasedAt === null
      ? t('detail.retained')
      : t(contract.retentionStatus === 'resolved' ? 'detail.retentionDivided' : 'detail.retentionReleased', {
          date: format.date(retentionReleasedAt),
        })
  return [
    { term: t('detail.toProvider', { provider }), cents: settlement.providerCents },
    { term: retained, cents: settlement.retainedCents },
    { term: t('release.fee'), cents: settlement.feeCents },
    { term: t('detail.toClient', { client }), cents: settlement.clientCents },
  ]
    .filter(({ cents }) => cents > 0)
    .map(({ term, cents }) => ({ term, description: <Money cents={cents} currency={currency} /> }))
}
