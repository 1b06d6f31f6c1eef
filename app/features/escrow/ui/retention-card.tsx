import { useTranslation } from 'react-i18next'
import type { EscrowDetail } from '#app/features/escrow/queries.server.ts'
import type { RetentionAction } from '#app/features/escrow/retention.ts'
import { useFormat } from '#app/i18n/format.ts'
import { sumCents } from '#app/platform/money.ts'
import { ButtonLink, type ButtonVariant } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { LedgerAccountKind } from '#db/vocabulary/escrow.ts'

const buttons = [
  ['release', 'primary', 'retention.release'],
  ['resolve', 'primary', 'action.resolve'],
  ['dispute', 'ghost', 'action.dispute'],
] as const satisfies readonly (readonly [RetentionAction, ButtonVariant, string])[]

/** The retention of a contract that has ended: what became of it, or the user's next step. */
export function RetentionCard({
  escrow: { contract, role, position, postings, awaitsHandover, retentionReleasedAt, retentionActions, readsFiles },
}: {
  escrow: Pick<
    EscrowDetail,
    | 'contract'
    | 'role'
    | 'position'
    | 'postings'
    | 'awaitsHandover'
    | 'retentionReleasedAt'
    | 'retentionActions'
    | 'readsFiles'
  >
}) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const status = contract.retentionStatus
  if (!status) return null
  const side = role === 'provider' ? 'provider' : role === 'client' ? 'client' : 'admin'
  const amount = format.money(position.retentionCents, contract.currency)
  const date = retentionReleasedAt === null ? '' : format.date(retentionReleasedAt)
  const paidTo = (account: LedgerAccountKind) =>
    sumCents(
      postings
        .filter(({ kind }) => kind === 'retention_resolution')
        .flatMap(({ entries }) => entries.map((entry) => (entry.kind === account ? entry.amountCents : 0))),
    )
  const parts = (
    [
      [t('resolve.toClient', { client: contract.clientName }), paidTo('client_funds')],
      [t('resolve.toProvider', { provider: contract.providerName }), paidTo('provider_payable')],
      [t('release.fee'), paidTo('platform_fee')],
    ] as const
  ).filter(([, cents]) => cents !== 0)
  return (
    <Card
      title={t('retention.title')}
      actions={<StatusBadge status={status}>{t(`retention.status.${status}`)}</StatusBadge>}
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="max-w-prose">
          {status === 'held'
            ? t(`retention.${awaitsHandover ? 'awaiting' : 'held'}.${side}`, { amount })
            : t(`retention.${status}`, { amount, date })}
          {position.heldCents > position.retentionCents && <> {t('refused.milestonesHeld')}</>}
          {status === 'resolved' && side === 'provider' && <> {t('retention.credit')}</>}
        </p>
        {parts.length > 0 && (
          <DescriptionList
            layout="grid"
            items={parts.map(([label, cents]) => ({
              term: label,
              description: format.money(cents, contract.currency),
            }))}
          />
        )}
        {readsFiles && (status === 'disputed' || status === 'resolved') && (
          <p className="print:hidden">
            <TextLink to={`/disputes/${contract.id}`}>{t('detail.dispute')}</TextLink>
          </p>
        )}
        {retentionActions.length > 0 && (
          <div className="flex flex-wrap gap-2 print:hidden">
            {buttons
              .filter(([action]) => retentionActions.includes(action))
              .map(([action, variant, label]) => (
                <ButtonLink key={action} to={`/escrow/${contract.id}/${action}-retention`} variant={variant} size="sm">
                  {t(label)}
                </ButtonLink>
              ))}
          </div>
        )}
      </div>
    </Card>
  )
}
