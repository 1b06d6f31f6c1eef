import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { invoiceSettings } from '#db/schema/invoices/invoicing.ts'

type Row = typeof invoiceSettings.$inferSelect
export type InvoiceSettings = Omit<Row, 'companyId' | 'updatedAt'> & {
  /** 0 where nothing was ever saved. */
  updatedAt: number
}

const nothingSaid: InvoiceSettings = {
  ...{ eScheme: null, eAddress: null, eOperator: null },
  ...{ paymentTermDays: null, lateInterestBp: null, complaintDays: null },
  ...{ note: '', clientLocale: null, reminderDays: null, termAgreed: false, updatedAt: 0 },
  ...{ reminderCharge: null, reminderFeeCents: null },
}

/** What the caller's company has settled for its invoices. */
export function getInvoiceSettings(ctx: CompanyContext): InvoiceSettings {
  const own = eq(invoiceSettings.companyId, ctx.company.id)
  const row = ctx.db.select().from(invoiceSettings).where(own).get()
  if (!row) return nothingSaid
  const { companyId: _company, ...settings } = row
  return settings
}
