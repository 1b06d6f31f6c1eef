import type { UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listInvoiceableMilestones } from '#app/features/escrow/invoiceable.server.ts'
import { listStandingInvoices } from './queries.server.ts'

type InvoiceLink = { to: string; isNew: boolean }

/** By milestone of a contract, the company's invoice for it, or the form for one that is still to be created. */
export function milestoneInvoiceLinks(ctx: UserContext, contractId: string): Record<string, InvoiceLink> {
  if (!ctx.company || !can(ctx, 'invoices.read')) return {}
  const withCompany = { ...ctx, company: ctx.company }
  const released = listInvoiceableMilestones(withCompany, { contractId })
  const standing = listStandingInvoices(
    withCompany,
    released.map(({ milestoneId }) => milestoneId),
  )
  const mayCreate = can(ctx, 'invoices.create')
  return Object.fromEntries(
    released.flatMap(({ milestoneId }): [string, InvoiceLink][] => {
      const invoiceId = standing.get(milestoneId)
      if (invoiceId) return [[milestoneId, { to: `/invoicing/${invoiceId}`, isNew: false }]]
      return mayCreate ? [[milestoneId, { to: `/invoicing/new?milestone=${milestoneId}`, isNew: true }]] : []
    }),
  )
}
