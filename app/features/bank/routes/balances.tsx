import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { getBalances, listMoves } from '#app/features/bank/balances.server.ts'
import { maxPage, pageSize } from '#app/features/escrow/limits.ts'
import { listPayouts } from '#app/features/payouts/runs.server.ts'
import { OwnPayouts } from '#app/features/payouts/ui/own-payouts.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'bank:balances.title', description: 'bank:balances.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const typed = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '1', 10)
  const page = Math.min(maxPage, Math.max(1, typed || 1))
  const moves = listMoves(ctx, page)
  const payouts = listPayouts(ctx)
  return {
    payouts,
    balances: getBalances(ctx),
    moves: moves.slice(0, pageSize),
    hasMore: moves.length > pageSize,
    page,
  }
}

export default function Balances() {
  const { payouts, balances, moves, hasMore, page } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bank')
  const { t: tEscrow } = useTranslation('escrow')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('escrow'), to: '/escrow' }, { label: t('balances.title') }]} />
      <p className="max-w-prose text-sm text-muted-foreground">{t('balances.about')}</p>
      {balances.length === 0 && (
        <EmptyState
          icon={Landmark}
          title={t('balances.emptyTitle')}
          action={<ButtonLink to="/escrow">{t('balances.toEscrow')}</ButtonLink>}
        >
          {t('balances.empty')}
        </EmptyState>
      )}
      {balances.map(({ currency, ...balance }) => {
        const money = (cents: number) => format.money(cents, currency)
        return (
          <PageSection key={currency} title={t('balances.in', { currency })}>
            <StatGrid>
              <Stat
                label={t('balances.free')}
                value={money(balance.freeCents)}
                note={t('balances.freeNote')}
                to={moves.length > 0 ? '#moves' : undefined}
              />
              <Stat
                label={t('balances.payable')}
                value={money(balance.payableCents)}
                to={moves.length > 0 ? '#moves' : undefined}
                note={t('balances.payableNote')}
              />
              <Stat
                label={t('balances.held')}
                value={money(balance.heldAsClientCents + balance.heldAsProviderCents)}
                to="/escrow"
                note={t('balances.heldNote', {
                  client: money(balance.heldAsClientCents),
                  provider: money(balance.heldAsProviderCents),
                })}
              />
              <Stat
                label={t('balances.retention')}
                value={money(balance.retentionAsClientCents + balance.retentionAsProviderCents)}
                to="/escrow"
                note={t('balances.heldNote', {
                  client: money(balance.retentionAsClientCents),
                  provider: money(balance.retentionAsProviderCents),
                })}
              />
            </StatGrid>
          </PageSection>
        )
      })}
      <OwnPayouts rows={payouts} />
      {moves.length > 0 && (
        <PageSection id="moves" title={t('balances.moves')} description={t('balances.movesText')}>
          <div>
            <ButtonLink to="/escrow/balances/statement" variant="outline" size="sm">
              {t('balances.statement')}
            </ButtonLink>
          </div>
          <DataTable
            caption={t('balances.moves')}
            rows={moves}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'what',
                header: t('field.what'),
                primary: true,
                cell: (row) => tEscrow(`ledger.kinds.${row.kind}`),
              },
              {
                key: 'for',
                header: t('field.for'),
                cell: (row) =>
                  row.contractId && (
                    <TextLink to={`/escrow/${row.contractId}`}>
                      {row.milestone
                        ? t('item.milestone', { contract: row.contractNumber, milestone: row.milestone })
                        : row.contractNumber}
                    </TextLink>
                  ),
              },
              {
                key: 'account',
                header: t('field.balance'),
                cell: (row) => t(row.account === 'client_funds' ? 'balances.free' : 'balances.payable'),
              },
              { key: 'at', header: t('field.at'), cell: (row) => format.dateTime(row.at) },
              {
                key: 'amount',
                header: t('field.amount'),
                numeric: true,
                cell: (row) => <Money cents={row.cents} currency={row.currency} />,
              },
            ]}
          />
          <Pagination
            previous={page > 1 ? `?page=${page - 1}` : null}
            next={hasMore && page < maxPage ? `?page=${page + 1}` : null}
          />
        </PageSection>
      )}
    </div>
  )
}
