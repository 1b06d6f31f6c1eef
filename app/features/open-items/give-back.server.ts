import type { CompanyContext } from '#app/features/accounts/context.ts'
import { changeInvoice, type InvoiceRow } from '#app/features/invoicing/invoice-rows.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { invoicePayments } from '#db/schema/invoices/invoicing.ts'
import type { PaymentSource, RefundMethod } from '#db/vocabulary/invoicing.ts'

type GivenBack = {
  source: Extract<PaymentSource, 'refund' | 'set_off'>
  amountCents: number
  /** `YYYY-MM-DD` */
  paidOn: string
  method?: RefundMethod
  note?: string | null
  counterInvoiceId?: string
}

/**
 * Takes what was paid above an invoice off it, as a negative row of its payments (INV-13). Part of a verb, inside its transaction, which
 * has checked the right and writes the audit row.
 * @throws AppError conflict when nothing is owed back, or less than that
 */
export function giveBack(tx: Transaction, ctx: CompanyContext, before: InvoiceRow, given: GivenBack): InvoiceRow {
  const { amountCents, source, ...details } = given
  const paidCents = before.paidCents - amountCents
  const after = changeInvoice(tx, ctx, before, { action: 'give_back', role: 'issuer', amountCents, set: { paidCents } })
  const id = newId()
  tx.insert(invoicePayments)
    .values({
      id,
      invoiceId: before.id,
      source,
      sourceKey: `${source}:${id}`,
      amountCents: -amountCents,
      ...details,
      recordedBy: ctx.actor.id,
      recordedAt: ctx.now,
    })
    .run()
  return after
}
