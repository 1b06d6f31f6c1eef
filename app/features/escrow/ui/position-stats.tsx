import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

type Position = Record<'heldCents' | 'fundedCents' | 'releasedCents' | 'refundedCents' | 'retentionCents', number>

/** What the ledger says of a contract's money, in cents of `currency`. `to`: where its postings are listed. */
export function PositionStats({ position, currency, to }: { position: Position; currency: string; to?: string }) {
  const { t } = useTranslation('escrow')
  const { money } = useFormat()
  const { retentionCents } = position
  const retention =
    retentionCents > 0 ? t('position.retention', { amount: money(retentionCents, currency) }) : undefined
  return (
    <StatGrid>
      <Stat label={t('position.held')} value={money(position.heldCents, currency)} to={to} note={retention} />
      <Stat label={t('position.funded')} value={money(position.fundedCents, currency)} to={to} />
      <Stat label={t('position.released')} value={money(position.releasedCents, currency)} to={to} />
      <Stat label={t('position.refunded')} value={money(position.refundedCents, currency)} to={to} />
    </StatGrid>
  )
}
