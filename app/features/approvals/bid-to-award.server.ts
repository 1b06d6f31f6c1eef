import { and, eq } from 'drizzle-orm'
import { nextBidState } from '#app/features/bids/bid-access.server.ts'
import { listBidLines, listSeals } from '#app/features/bids/bid-document.server.ts'
import { calculateBidTotals } from '#app/features/bids/bid-totals.ts'
import { pricedOptions, withOptions } from '#app/features/bids/options/options.server.ts'
import { canFallBackOn } from '#app/features/decisions/freeze-decision.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import type { LoadSubject } from './subject.ts'

/** An opened bid on a project of the company that can be awarded, with its seal and what the bidders will read. */
export const bidToAward: LoadSubject = (db, { companyId, subjectId, details }, now) => {
  const found = db
    .select({ bid: bids, project: projects, bidder: companies.name })
    .from(bids)
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .where(and(eq(bids.id, subjectId), eq(projects.companyId, companyId)))
    .get()
  if (!found || !nextBidState(db, { now }, found, { action: 'award', role: 'owner' }).ok) return null
  const { bid, project, bidder } = found
  const { reason = null, contact = null, appeals = null, fallbackBidId = null, optionIds = [] } = details
  if (fallbackBidId !== null && !canFallBackOn(db, { now }, { bid, project }, fallbackBidId)) return null
  const lines = listBidLines(db, bid.id)
  if (!optionIds.every((id) => pricedOptions(lines).some((line) => line.id === id))) return null
  const { grossCents: amountCents } = calculateBidTotals(withOptions(lines, optionIds))
  const { currency } = bid
  return {
    title: `${project.title}: ${bidder}`,
    path: `/bids/${bid.id}`,
    ...{ amountCents, currency, endsAt: null },
    fields: [
      ['project', project.id],
      ['version', project.version],
      ['seal', listSeals(db, bid.id)[0]?.digest ?? null],
      ['revision', bid.revision],
      ['amount', amountCents],
      ['currency', currency],
      ['reason', reason],
      ['contact', contact],
      ['appeals', appeals],
      ['fallback bid', fallbackBidId],
      ['options', optionIds.length > 0 ? optionIds.toSorted().join(' ') : null],
    ],
  }
}
