import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FileDiff, FilePlus2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { contractSumOf } from '#app/features/change-orders/contract-sum.server.ts'
import { getChangedContract, listChangeOrders } from '#app/features/change-orders/queries.server.ts'
import { ContractSumTable } from '#app/features/change-orders/ui/contract-sum-table.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'

export const handle: PageHandle = { title: 'changeorders:list.title', description: 'changeorders:list.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contract = orNotFound(getChangedContract(ctx, params.contractId ?? ''))
  const sum = orNotFound(contractSumOf(ctx.db, contract.id))
  return { contract, sum, changes: listChangeOrders(ctx, contract) }
}

/** The change orders of a contract, and what it is worth with them. */
export default function ChangeOrders() {
  const { contract, sum, changes } = useLoaderData<typeof loader>()
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const { id, number, title, currency } = contract
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('list.title') },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium wrap-anywhere">{title}</p>
        {contract.mayPropose && (
          <ButtonLink to={`/contracts/${id}/changes/new`} icon={FilePlus2}>
            {t('new.title')}
          </ButtonLink>
        )}
      </div>
      <PageSection title={t('sum.title')}>
        <ContractSumTable sum={sum} />
      </PageSection>
      <PageSection title={t('list.title')}>
        <DataTable
          caption={t('list.title')}
          rows={changes}
          rowKey={(row) => row.id}
          empty={
            <EmptyState icon={FileDiff} title={t('list.emptyTitle')}>
              {t('list.empty')}
            </EmptyState>
          }
          columns={[
            {
              key: 'change',
              header: t('list.change'),
              primary: true,
              cell: (row) => (
                <>
                  <TextLink to={`/contracts/${id}/changes/${row.id}`} prefetch="none">
                    {row.number === null ? row.title : `${changeOrderName(row.number)}: ${row.title}`}
                  </TextLink>
                  <span className="block text-xs font-normal text-muted-foreground">{t(`reason.${row.reason}`)}</span>
                </>
              ),
            },
            { key: 'by', header: t('list.proposedBy'), cell: (row) => tContract(`party.${row.proposer}`) },
            {
              key: 'status',
              header: t('list.status'),
              cell: (row) => <StatusBadge status={row.status}>{t(`status.${row.status}`)}</StatusBadge>,
            },
            {
              key: 'extension',
              header: t('list.extension'),
              numeric: true,
              cell: (row) => t('days', { count: row.extensionDays }),
            },
            {
              key: 'net',
              header: tContract('detail.net'),
              numeric: true,
              cell: (row) => <Money cents={row.netCents} currency={currency} />,
            },
            {
              key: 'gross',
              header: tContract('detail.gross'),
              numeric: true,
              cell: (row) => <Money cents={row.grossCents} currency={currency} />,
            },
          ]}
        />
      </PageSection>
    </div>
  )
}
