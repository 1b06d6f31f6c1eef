import { asc, eq } from 'drizzle-orm'
import { openCents, retentionDueCents } from '#app/features/invoicing/invoice.ts'
import { addDays, invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import type { InvoiceRow } from '#app/features/invoicing/invoice-rows.server.ts'
import { bankingDayFrom } from '#app/platform/banking-days.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { clients } from '#db/schema/clients.ts'
import { invoiceReminders } from '#db/schema/invoices/invoice-mailing.ts'
import { invoicePayments, invoiceSettings } from '#db/schema/invoices/invoicing.ts'
import type { BuyerKind } from '#db/vocabulary/invoicing.ts'
import { loadAddedRates } from './added-rates.server.ts'
import { buyerKindOf } from './buyer-kind.ts'
import { chargeOf } from './charge.ts'
import { basisOf, lateInterest } from './late-interest.ts'

/** Days after an invoice was sent from which interest runs where its due day was not agreed on (Interest Act 633/1982, section 6). */
const graceDays = 30

/** What the record of a client says that it buys as: its own, or the one that it was merged into. */
function statedKind(db: Database | Transaction, clientId: string | null): BuyerKind | null {
  if (clientId === null) return null
  const { id, buysAs, mergedIntoId } = clients
  const found = db.select({ buysAs, mergedIntoId }).from(clients).where(eq(id, clientId)).get()
  return found?.mergedIntoId ? statedKind(db, found.mergedIntoId) : (found?.buysAs ?? null)
}

/**
 * What is open of an overdue invoice today, the interest on it by day, and what a reminder would claim for collecting (INV-37). It runs from the day after the due day, or the next banking day
 * (INV-11); where no contract on the platform and no agreement that the company states set the term, 30 days after it was sent at the
 * earliest.
 */
export function reckon(db: Database | Transaction, invoice: InvoiceRow, now: number) {
  const today = invoiceDay(now)
  const due = bankingDayFrom(invoice.dueDate ?? today)
  const { paidOn, amountCents, invoiceId } = invoicePayments
  const payments = db.select({ paidOn, amountCents }).from(invoicePayments).where(eq(invoiceId, invoice.id)).all()
  const { termAgreed, reminderCharge, reminderFeeCents, companyId } = invoiceSettings
  const settings = db
    .select({ termAgreed, reminderCharge, reminderFeeCents })
    .from(invoiceSettings)
    .where(eq(companyId, invoice.companyId))
    .get()
  const isAgreed = invoice.contractId !== null || settings?.termAgreed === true
  const sent = addDays(invoiceDay(invoice.sentAt ?? now), graceDays)
  const firstDay = addDays(isAgreed || sent < due ? due : sent, 1)
  const owedCents = invoice.grossCents - invoice.creditedCents - retentionDueCents(invoice)
  const buyer = buyerKindOf(statedKind(db, invoice.clientId), invoice.buyer)
  const basis = basisOf(invoice.lateInterestBp, buyer)
  const terms = { basis, statedBp: invoice.lateInterestBp, newer: loadAddedRates(db) }
  const { parts, cents, until } = lateInterest({ owedCents, payments, firstDay, lastDay: today }, terms)
  const { sentOn, chargeKind, chargeCents, position } = invoiceReminders
  const earlier = db
    .select({ sentOn, chargeKind, chargeCents })
    .from(invoiceReminders)
    .where(eq(invoiceReminders.invoiceId, invoice.id))
    .orderBy(asc(position))
    .all()
  const charge = chargeOf({
    ...{ kind: settings?.reminderCharge ?? null, feeCents: settings?.reminderFeeCents ?? null, earlier, today },
    isLate: firstDay <= today,
    ...{ buyer, isFinnish: invoice.currency === 'EUR' && invoice.seller?.country === 'FI' },
  })
  return {
    sentOn: today,
    openCents: openCents(invoice),
    basis,
    interest: parts,
    interestCents: cents,
    interestUntil: until,
    ...charge,
  }
}
