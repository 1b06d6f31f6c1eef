import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { maxPage, pageSize } from '#app/features/escrow/limits.ts'
import { canSeeEscrow, listEscrow } from '#app/features/escrow/queries.server.ts'
import { escrowHref, SideTabs } from '#app/features/escrow/ui/side-tabs.tsx'
import { StaffLinks } from '#app/features/escrow/ui/staff-links.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { contractParties } from '#db/vocabulary/contracts.ts'

export const handle: PageHandle = { title: 'escrow:list.title', description: 'escrow:list.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  if (!canSeeEscrow(ctx)) throw redirect('/dashboard')
  const typed = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '1', 10)
  const page = Math.min(maxPage, Math.max(1, typed || 1))
  const party = contractParties.find((one) => one === new URL(request.url).searchParams.get('party')) ?? null
  return {
    rows: listEscrow(ctx, page, party),
    page,
    party,
    admin: isAdmin(ctx.actor.role),
    addsRates: can(ctx, 'rates.add'),
    companyId: ctx.company?.id ?? null,
  }
}

export default function Escrow() {
  const { rows, page, party, admin, addsRates, companyId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('escrow')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-sm text-muted-foreground">{t('list.about')}</p>
      <div className="flex flex-wrap gap-2">
        {admin && <StaffLinks addsRates={addsRates} />}
        {companyId && (
          <ButtonLink to="/escrow/balances" variant="outline">
            {t('list.balances')}
          </ButtonLink>
        )}
      </div>
      {!admin && <SideTabs party={party} />}
      <DataTable
        caption={t('list.caption')}
        rows={rows}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={Landmark}
            title={t('list.emptyTitle')}
            action={
              <ButtonLink to={admin ? '/escrow/transfers' : '/contracts'}>
                {t(admin ? 'list.transfers' : 'list.toContracts')}
              </ButtonLink>
            }
          >
            {t('list.empty')}
          </EmptyState>
        }
        columns={[
          {
            key: 'contract',
            header: t('list.contract'),
            primary: true,
            cell: (row) => (
              <>
                <TextLink to={`/escrow/${row.id}`}>{row.title}</TextLink>
                <span className="block text-xs font-normal text-muted-foreground">{row.number}</span>
              </>
            ),
          },
          {
            key: 'with',
            header: t('list.parties'),
            cell: (row) =>
              admin
                ? t('list.both', { client: row.clientName, provider: row.providerName })
                : row.clientCompanyId === companyId
                  ? row.providerName
                  : row.clientName,
          },
          {
            key: 'next',
            header: t('list.next'),
            cell: (row) =>
              row.next ? (
                <span className="inline-flex flex-wrap items-center justify-end gap-2 tabular:justify-start">
                  {row.next.title}
                  <StatusBadge status={row.next.status}>{t(`status.${row.next.status}`)}</StatusBadge>
                  {row.next.dueDate && (
                    <span className="text-xs text-muted-foreground">
                      {t('list.due', { date: format.date(row.next.dueDate) })}
                    </span>
                  )}
                </span>
              ) : row.retentionStatus === 'held' || row.retentionStatus === 'disputed' ? (
                <span className="inline-flex flex-wrap items-center justify-end gap-2 tabular:justify-start">
                  {t('retention.title')}
                  <StatusBadge status={row.retentionStatus}>{t(`retention.status.${row.retentionStatus}`)}</StatusBadge>
                </span>
              ) : (
                t(row.status === 'terminated' ? 'list.ended' : 'list.nothingOpen')
              ),
          },
          {
            key: 'held',
            header: t('position.held'),
            numeric: true,
            cell: (row) => <Money cents={row.position.heldCents} currency={row.currency} />,
          },
          {
            key: 'released',
            header: t('position.released'),
            numeric: true,
            cell: (row) => <Money cents={row.position.releasedCents} currency={row.currency} />,
          },
          {
            key: 'gross',
            header: t('list.gross'),
            numeric: true,
            cell: (row) => <Money cents={row.grossCents} currency={row.currency} />,
          },
        ]}
      />
      <Pagination
        previous={page > 1 ? escrowHref(party, page - 1) : null}
        next={rows.length === pageSize && page < maxPage ? escrowHref(party, page + 1) : null}
      />
    </div>
  )
}
