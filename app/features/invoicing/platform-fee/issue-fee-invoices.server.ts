// verb-rule: a scheduled job invoices what the ledger took; no user's right is involved
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import type { DescribedLine } from '#app/features/invoicing/content/invoice-content.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { payInvoice } from '#app/features/invoicing/pay-invoice.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { defaultLocale, isLocale } from '#app/i18n/locale.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { platformFees } from '#db/schema/invoices/invoicing.ts'
import { recordPlatformInvoice, sendPlatformInvoice } from './platform-invoice.server.ts'

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
  const contract = tx.select({ number: contracts.number }).from(contracts).where(eq(contracts.id, fee.contractId)).get()
  const number = contract?.number ?? ''
  const sent = sendPlatformInvoice(tx, ctx, {
    ...{ companyId: fee.companyId, buyerCompanyId: fee.providerCompanyId, contractId: fee.contractId },
    // The provider knows the contract that the fee was taken under by its number.
    reference: number || null,
    ...{
      line: lineOf(tx, fee, number),
      currency: fee.currency,
      deliveryDate: invoiceDay(fee.takenAt),
      paymentTermDays: 0,
    },
    earned: { netCents: fee.netCents, grossCents: fee.feeCents },
  })
  if (sent.grossCents !== fee.feeCents) throw new Error('the invoice is not what the posting took')
  const payment = { source: 'fee' as const, sourceKey: `fee:${postingId}`, amountCents: fee.feeCents }
  const paid = payInvoice(tx, ctx, sent, { ...payment, paidOn: invoiceDay(fee.takenAt) })
  if (!paid) throw new Error('the fee was paid before')
  tx.update(platformFees)
    .set({ invoiceId: sent.id })
    .where(and(eq(platformFees.postingId, postingId), isNull(platformFees.invoiceId)))
    .run()
  recordPlatformInvoice(tx, ctx, paid, { posting: postingId })
  return true
}

/** In the language of the provider's people. */
function lineOf(tx: Transaction, fee: FeeRow, number: string): DescribedLine {
  const locale = managersOf(tx, fee.providerCompanyId).find((one) => one.locale !== null)?.locale ?? ''
  const { t } = i18nFor(isLocale(locale) ? locale : defaultLocale)
  return {
    description: t('invoicesteps:payments.feeLine', { number }),
    ...{ quantityMilli: 1000, unit: t('invoicing:form.pieces'), unitPriceE4: fee.netCents * 100 },
    ...{ vatRateBp: fee.vatRateBp, vatCategory: fee.vatCategory },
    vatGround: fee.vatCategory === 'AE' ? 'eu_services' : null,
  }
}
