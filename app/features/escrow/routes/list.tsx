import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listEscrowTotals } from '#app/features/escrow/counts.server.ts'
import { maxPage, pageSize } from '#app/features/escrow/limits.ts'
import { canSeeEscrow, listEscrow } from '#app/features/escrow/queries.server.ts'
import { EscrowTable } from '#app/features/escrow/ui/escrow-table.tsx'
import { escrowHref, SideTabs } from '#app/features/escrow/ui/side-tabs.tsx'
import { StaffLinks } from '#app/features/escrow/ui/staff-links.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
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
    sums:
      ctx.company && party
        ? listEscrowTotals({ ...ctx, company: ctx.company }).filter((one) => one.party === party)
        : [],
    page,
    party,
    admin: isAdmin(ctx.actor.role),
    addsRates: can(ctx, 'rates.add'),
    companyId: ctx.company?.id ?? null,
  }
}

export default function Escrow() {
  const { rows, sums, page, party, admin, addsRates, companyId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('escrow')
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
      <EscrowTable rows={rows} sums={sums} isAdmin={admin} companyId={companyId} />
      <Pagination
        previous={page > 1 ? escrowHref(party, page - 1) : null}
        next={rows.length === pageSize && page < maxPage ? escrowHref(party, page + 1) : null}
      />
    </div>
  )
}
