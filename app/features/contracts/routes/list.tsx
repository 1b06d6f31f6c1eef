import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FileSignature } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listContractTotals } from '#app/features/contracts/counts.server.ts'
import { maxPage, pageSize } from '#app/features/contracts/limits.ts'
import { countContracts, listContracts } from '#app/features/contracts/queries.server.ts'
import { ContractTable } from '#app/features/contracts/ui/contract-table.tsx'
import { listOpenDrafts } from '#app/features/negotiations/queries.server.ts'
import { OpenDrafts } from '#app/features/negotiations/ui/open-drafts.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { contractParties, contractStatuses } from '#db/vocabulary/contracts.ts'

export const handle: PageHandle = {
  title: 'contracts:list.title',
  description: 'contracts:list.description',
  versioned: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { searchParams } = new URL(request.url)
  const status = contractStatuses.find((one) => one === searchParams.get('status')) ?? null
  const page = Math.min(maxPage, Math.max(1, Number.parseInt(searchParams.get('page') ?? '1', 10) || 1))
  const party = contractParties.find((one) => one === searchParams.get('party')) ?? null
  const counts = countContracts(ctx, party)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const contracts = listContracts(ctx, { status, party, page })
  const sums = status === 'active' && party ? listContractTotals(ctx).filter((one) => one.party === party) : []
  return { contracts, drafts: listOpenDrafts(ctx), counts, all, sums, status, party, page }
}

export default function Contracts() {
  const { contracts, drafts, counts, all, sums, status, party, page } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracts')
  const { t: tList } = useTranslation('contractpages')
  const format = useFormat()
  if (all === 0 && drafts.length === 0 && !party) {
    return (
      <EmptyState
        icon={FileSignature}
        title={tList('list.emptyTitle')}
        action={<ButtonLink to="/projects">{tList('list.emptyAction')}</ButtonLink>}
      >
        {tList('list.empty')}
      </EmptyState>
    )
  }
  const total = status ? (counts[status] ?? 0) : all
  const start = (page - 1) * pageSize
  const href = (change: { status?: string | null; party?: string | null; page?: number }) => {
    const filter = Object.entries({ status, party, ...change }).filter(([, value]) => value)
    const search = new URLSearchParams(filter.map(([name, value]) => [name, String(value)]))
    return search.size > 0 ? `/contracts?${search}` : '/contracts'
  }
  return (
    <div className="flex flex-col gap-5">
      <OpenDrafts drafts={drafts} />
      <Tabs
        label={tList('list.filter')}
        tabs={[
          { to: href({ status: null }), label: tList('list.all'), count: format.number(all), current: !status },
          ...contractStatuses
            .filter((one) => counts[one] || one === status)
            .map((one) => ({
              to: href({ status: one }),
              label: t(`status.${one}`),
              count: format.number(counts[one] ?? 0),
              current: one === status,
            })),
        ]}
      />
      <Tabs
        label={tList('list.side')}
        tabs={[null, ...contractParties].map((side) => ({
          to: href({ party: side }),
          label: side ? tList(`list.as.${side}`) : tList('list.either'),
          current: side === party,
        }))}
      />
      <ContractTable rows={contracts} sums={sums} isActive={status === 'active'} />
      <Pagination
        previous={page > 1 ? href({ page: page - 1 }) : null}
        next={start + contracts.length < total && page < maxPage ? href({ page: page + 1 }) : null}
        from={start + 1}
        to={start + contracts.length}
        total={contracts.length > 0 ? total : undefined}
      />
    </div>
  )
}
