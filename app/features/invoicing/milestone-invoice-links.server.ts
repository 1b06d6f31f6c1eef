import type { UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listInvoiceableMilestones } from '#app/features/escrow/invoiceable.server.ts'
import { newInvoicePath } from './invoice-path.ts'
import { listStandingInvoices } from './queries.server.ts'

type InvoiceLink = { to: string; isNew: boolean }

/** By part of the milestones of a contract (a certificate's id, or the milestone's for the rest), the company's invoice for it, or the form for one. */
export function milestoneInvoiceLinks(ctx: UserContext, contractId: string): Record<string, InvoiceLink> {
  if (!ctx.company || !can(ctx, 'invoices.read')) return {}
  const withCompany = { ...ctx, company: ctx.company }
  const released = listInvoiceableMilestones(withCompany, { contractId })
  const standing = listStandingInvoices(
    withCompany,
    released.map(({ milestoneId }) => milestoneId),
  )
  const mayCreate = can(ctx, 'invoices.create', { owed: true })
  return Object.fromEntries(
    released.flatMap((part): [string, InvoiceLink][] => {
      const key = part.certificateId ?? part.milestoneId
      const invoiceId = standing(part)
      if (invoiceId) return [[key, { to: `/invoicing/${invoiceId}`, isNew: false }]]
      return mayCreate ? [[key, { to: newInvoicePath(part), isNew: true }]] : []
    }),
  )
}
