import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type OverLimit, overCreditLimit } from '#app/features/clients/credit-limit.server.ts'
import { knownClient } from '#app/features/clients/link-invoices.server.ts'
import type { InvoiceDetail } from '#app/features/invoicing/queries.server.ts'

/** By what the caller's own draft would take its client above the credit limit (INV-25); null within it, and for what escrow pays. */
export function draftOverLimit(ctx: CompanyContext, invoice: InvoiceDetail): OverLimit | null {
  if (invoice.milestoneId !== null) return null
  const { buyer, currency, grossCents } = invoice.document
  const sold = { companyId: ctx.company.id, buyerCompanyId: null, clientId: invoice.clientId, buyer }
  const client = knownClient(ctx.db, sold)
  return client && overCreditLimit(ctx.db, client, { currency, grossCents })
}
