// verb-rule: a scheduled job invoices what the ledger took; no user's right is involved
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { clientOfBuyer } from '#app/features/clients/link-invoices.server.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import { assignInvoiceNumber } from '#app/features/invoicing/assign-invoice-number.server.ts'
import { getInvoiceContent, saveInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import type { DescribedLine } from '#app/features/invoicing/content/invoice-content.ts'
import { draftTotals } from '#app/features/invoicing/draft-fields.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { invoiceEvent } from '#app/features/invoicing/invoice-events.server.ts'
import { missingSellerDetails } from '#app/features/invoicing/invoice-party.server.ts'
import { changeInvoice, getSeller } from '#app/features/invoicing/invoice-rows.server.ts'
import { payInvoice } from '#app/features/invoicing/pay-invoice.server.ts'
import { refusalOfVat } from '#app/features/invoicing/vat-grounds.server.ts'
import { applyDueBankAccount } from '#app/features/team/bank-account.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { defaultLocale, isLocale } from '#app/i18n/locale.ts'
import { outsideUnionReason } from '#app/platform/finnish-vat.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { invoices, platformFees } from '#db/schema/invoicing.ts'

type FeeRow = typeof platformFees.$inferSelect

/**
 * Issues and sends the platform's invoice for each posting that took a fee (ESC-17), once, each in its own transaction, within a minute of the
 * posting, which pays it. Returns the number of invoices.
 */
export function issueFeeInvoices(ctx: Context): number {
  const waiting = ctx.db
    .select({ postingId: platformFees.postingId })
    .from(platformFees)
    .where(isNull(platformFees.invoiceId))
    .orderBy(asc(platformFees.takenAt))
    .limit(200)
    .all()
  let issued = 0
  for (const { postingId } of waiting) {
    try {
      if (transact(ctx.db, (tx) => invoiceFee(tx, ctx, postingId))) issued += 1
    } catch (error) {
      logger.error({ err: error, posting: postingId }, 'the fee of a posting could not be invoiced')
    }
  }
  return issued
}

function invoiceFee(tx: Transaction, ctx: Context, postingId: string): boolean {
  const fee = tx.select().from(platformFees).where(eq(platformFees.postingId, postingId)).get()
  if (!fee || fee.invoiceId !== null) return false
  applyDueBankAccount(tx, ctx, fee.companyId)
  const [seller, buyer] = [getSeller(tx, fee.companyId), getSeller(tx, fee.providerCompanyId)]
  const line = lineOf(tx, fee)
  const refusal = refusalOfVat(line, { seller, buyer })
  if (refusal || missingSellerDetails(seller, []).length > 0) throw new Error(refusal ?? 'the seller is incomplete')
  const [lines, id, issueDate] = [[line], newId(), invoiceDay(ctx.now)]
  const { iban: _iban, bic: _bic, ...details } = buyer
  const draft = tx
    .insert(invoices)
    .values({
      ...draftTotals({ lines }, { netCents: fee.netCents, grossCents: fee.feeCents }),
      ...{ id, companyId: fee.companyId, buyerCompanyId: fee.providerCompanyId, contractId: fee.contractId },
      ...{ kind: 'invoice', status: 'draft', buyer: details, currency: fee.currency },
      ...{ deliveryDate: invoiceDay(fee.takenAt), paymentTermDays: 0 },
      note: fee.vatCategory === 'O' ? outsideUnionReason : '',
      ...{ createdBy: ownerOf(tx, fee.companyId), createdAt: ctx.now, updatedAt: ctx.now },
    })
    .returning()
    .get()
  if (draft.grossCents !== fee.feeCents) throw new Error('the invoice is not what the posting took')
  saveInvoiceContent(tx, id, { lines })
  const content = getInvoiceContent(tx, id)
  const clientId = clientOfBuyer(tx, ctx, draft)
  const set = { ...assignInvoiceNumber(tx, draft, { content, seller, issueDate }, ctx.now), clientId }
  const issued = changeInvoice(tx, ctx, draft, { action: 'issue', role: 'system', lines, set })
  const sent = changeInvoice(tx, ctx, issued, { action: 'send', role: 'system', set: { sentAt: ctx.now } })
  const payment = { source: 'fee' as const, sourceKey: `fee:${postingId}`, amountCents: fee.feeCents }
  const paid = payInvoice(tx, ctx, sent, { ...payment, paidOn: invoiceDay(fee.takenAt) })
  if (!paid) throw new Error('the fee was paid before')
  tx.update(platformFees)
    .set({ invoiceId: id })
    .where(and(eq(platformFees.postingId, postingId), isNull(platformFees.invoiceId)))
    .run()
  const detail = { number: set.number, hash: set.hash, posting: postingId }
  appendAudit(tx, ctx, { action: 'invoice.issue', subject: { type: 'invoice', id }, after: paid, detail })
  recordEvent(tx, ctx, 'invoice.issued', invoiceEvent(ctx, paid))
  recordEvent(tx, ctx, 'invoice.sent', invoiceEvent(ctx, paid))
  return true
}

/** In the language of the provider's people. */
function lineOf(tx: Transaction, fee: FeeRow): DescribedLine {
  const locale = managersOf(tx, fee.providerCompanyId).find((one) => one.locale !== null)?.locale ?? ''
  const { t } = i18nFor(isLocale(locale) ? locale : defaultLocale)
  const contract = tx.select({ number: contracts.number }).from(contracts).where(eq(contracts.id, fee.contractId)).get()
  return {
    description: t('invoicesteps:payments.feeLine', { number: contract?.number ?? '' }),
    ...{ quantityMilli: 1000, unit: t('invoicing:form.pieces'), unitPriceE4: fee.netCents * 100 },
    ...{ vatRateBp: fee.vatRateBp, vatCategory: fee.vatCategory },
    vatGround: fee.vatCategory === 'AE' ? 'eu_services' : null,
  }
}

/** An owner of the platform's company, in whose name it invoices. */
function ownerOf(tx: Transaction, companyId: string): string {
  const owner = tx
    .select({ id: users.id })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.status, 'active')))
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.role, 'owner')))
    .orderBy(asc(users.id))
    .get()
  if (!owner) throw new Error('the platform’s company has no owner')
  return owner.id
}
