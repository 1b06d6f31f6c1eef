import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { sumCents } from '#app/platform/money.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { deductingInvoices, listOpenAdvances, restOfAdvance } from './open-advances.server.ts'

const ownInvoice = (ctx: CompanyContext, id: string) =>
  ctx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.companyId, companyInScope(ctx, 'invoices.read'))))
    .get()

/** The advances that a draft of the caller's company may deduct, with what is open of each (net, in cents); none for others. */
export function getAdvancesOfDraft(ctx: CompanyContext, invoiceId: string) {
  const draft = ownInvoice(ctx, invoiceId)
  const open = draft?.status === 'draft' ? listOpenAdvances(ctx.db, draft) : []
  return open.map(({ id, number, issueDate, restCents }) => ({ id, number, issueDate, restCents }))
}

/** What is open of an issued advance of the caller's company (net, in cents), and the invoices that deduct it; null for everything else. */
export function getAdvanceUse(ctx: CompanyContext, invoiceId: string) {
  const advance = ownInvoice(ctx, invoiceId)
  if (!advance?.isAdvance || advance.number === null || advance.kind !== 'invoice') return null
  const restCents = sumCents(restOfAdvance(ctx.db, advance).map(({ netCents }) => netCents))
  return { restCents, currency: advance.currency, by: deductingInvoices(ctx.db, advance.id) }
}
export type AdvanceUse = NonNullable<ReturnType<typeof getAdvanceUse>>
