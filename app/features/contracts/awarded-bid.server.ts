import { and, eq } from 'drizzle-orm'
import { getAwardedBid } from '#app/features/bids/award-queries.server.ts'
import { contractTotalsOf, isDayWork } from '#app/features/bids/bid-totals.ts'
import type { LineVat } from '#app/features/projects/vat-treatment.ts'
import type { VatGroup } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { projects } from '#db/schema/projects.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

export type ContractBid = {
  projectId: string
  projectTitle: string
  projectStatus: string
  bidId: string
  clientCompanyId: string
  providerCompanyId: string
  providerName: string
  currency: Currency
  /** The contract sum: the bid without day-work (BID-20), as the groups below. */
  netCents: number
  /** Nets by VAT rate, with the category and ground of the bid's lines; the milestones must add up to each of them. */
  vatGroups: (VatGroup & Pick<LineVat, 'vatCategory' | 'vatGround'>)[]
}

/** The awarded bid of a project of the company; null without one, or if the project is not theirs. */
export function findAwardedBid(db: Database | Transaction, companyId: string, projectId: string): ContractBid | null {
  const project = db
    .select({ title: projects.title, status: projects.status })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.companyId, companyId)))
    .get()
  const awarded = project && getAwardedBid(db, projectId)
  if (!awarded) return null
  const { bid, companyName, lines } = awarded
  const { netCents, vatGroups } = contractTotalsOf(lines)
  const groundOf = (rate: number) => lines.find((line) => line.vatRateBp === rate && !line.excluded && !isDayWork(line))
  return {
    projectId,
    projectTitle: project.title,
    projectStatus: project.status,
    bidId: bid.id,
    clientCompanyId: companyId,
    providerCompanyId: bid.companyId,
    providerName: companyName,
    currency: bid.currency,
    netCents,
    vatGroups: vatGroups.map((group) => {
      const { vatCategory = null, vatGround = null } = groundOf(group.vatRateBp) ?? {}
      return { ...group, vatCategory, vatGround }
    }),
  }
}
