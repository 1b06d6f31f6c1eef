import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { countOffers } from '#app/features/bids/counts.server.ts'
import { countContractSides, listContractTotals } from '#app/features/contracts/counts.server.ts'
import { listEscrowTotals } from '#app/features/escrow/counts.server.ts'
import { totalRevenue } from '#app/features/invoicing/counts.server.ts'
import { listOutstanding } from '#app/features/invoicing/queries.server.ts'
import { type Ageing, listAgeing } from '#app/features/open-items/queries.server.ts'
import { countProjects } from '#app/features/projects/counts.server.ts'
import { listToPay } from '#app/features/received-invoices/counts.server.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { FigureName } from './figures.ts'

type Sums = { currency: Currency; cents: number }[]

/** A number or sums, and the page whose rows add up to it; `count` is what its note counts. */
export type Figure = { name: FigureName; value: number | Sums; to: string; count?: number }

/**
 * What a company reads in each of its roles, without the figures of modules that are closed to the user. All of it is kept by triggers or by day
 * (decision 45), so that it costs the same however much there is.
 */
export function loadFigures(ctx: CompanyContext) {
  const projects = countProjects(ctx)
  const offers = countOffers(ctx)
  const sides = countContractSides(ctx)
  const contracts = listContractTotals(ctx)
  const escrow = listEscrowTotals(ctx)
  const owed = listOutstanding(ctx, 'issued')
  const toPay = listToPay(ctx)
  const revenue = totalRevenue(ctx)

  const isProvider = offers.any || sides.asProvider > 0 || owed.length > 0 || revenue.length > 0
  const isClient = projects.any || sides.asClient > 0 || toPay.length > 0
  const committed = (party: ContractParty, cents: 'committedCents' | 'undeliveredCents'): Sums =>
    contracts.filter((row) => row.party === party).map((row) => ({ currency: row.currency, cents: row[cents] }))
  const inEscrow = (party: ContractParty, name: 'held' | 'released'): Figure[] => {
    const value = escrow
      .filter((row) => row.party === party)
      .map((row) => ({ currency: row.currency, cents: name === 'held' ? row.heldCents : row.releasedCents }))
    return value.length > 0 ? [{ name, value, to: `/escrow?party=${party}` }] : []
  }
  const seen = (right: Parameters<typeof can>[1], ...figures: Figure[]) => (can(ctx, right) ? figures : [])

  const asClient = [
    ...seen('projects.read', {
      ...{ name: 'activeProjects' as const, value: projects.active, to: '/projects?status=running' },
      count: projects.open,
    }),
    ...seen('bids.read', { name: 'toDecide', value: offers.received, to: '/bids?view=received&state=undecided' }),
    ...seen('contracts.read', {
      ...{ name: 'committed' as const, value: committed('client', 'committedCents') },
      to: '/contracts?status=active&party=client',
    }),
    ...inEscrow('client', 'held'),
    ...inEscrow('client', 'released'),
    ...seen('invoices.read', { name: 'toPay', value: toPay, to: '/invoicing/received?state=toPay' }),
  ]
  const asProvider = [
    ...seen('bids.read', { name: 'pendingOffers', value: offers.sent, to: '/bids?status=pending' }),
    ...seen(
      'contracts.read',
      { name: 'won', value: committed('provider', 'committedCents'), to: '/contracts?status=active&party=provider' },
      {
        ...{ name: 'toDeliver' as const, value: committed('provider', 'undeliveredCents') },
        to: '/contracts?status=active&party=provider',
      },
    ),
    ...inEscrow('provider', 'held'),
    ...inEscrow('provider', 'released'),
    ...seen(
      'invoices.read',
      {
        ...{ name: 'invoiced' as const, to: '/invoicing?status=open' },
        value: owed.map(({ currency, openCents }) => ({ currency, cents: openCents })),
      },
      {
        ...{ name: 'overdue' as const, to: '/invoicing?status=overdue' },
        value: owed.flatMap(({ currency, overdueCents: cents }) => (cents > 0 ? [{ currency, cents }] : [])),
      },
      { name: 'totalRevenue', value: revenue, to: '/invoicing?status=settled' },
    ),
  ]
  return {
    ...{ projects, offers, revenue },
    client: isClient ? asClient : [],
    provider: isProvider ? asProvider : [],
    ageing: agesOf(ctx, isProvider, isClient),
  }
}

export type AgeingChart = { direction: 'issued' | 'received'; rows: Ageing[] }

/** What is open by how long it is overdue, for each role that has any. */
function agesOf(ctx: CompanyContext, isProvider: boolean, isClient: boolean): AgeingChart[] {
  const of = (direction: AgeingChart['direction']) => ({ direction, rows: listAgeing(ctx, direction) })
  return [...(isProvider ? [of('issued')] : []), ...(isClient ? [of('received')] : [])].filter(
    ({ rows }) => rows.length > 0,
  )
}
