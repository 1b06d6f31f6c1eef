// verb-rule: a part of the verbs and jobs that order a period, each of which says whose right it is
import { eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { findMember } from '#app/features/accounts/sessions/session-user.server.ts'
import { feeVatOf } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import type { DescribedLine } from '#app/features/invoicing/content/invoice-content.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { addDays, invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { getSeller } from '#app/features/invoicing/invoice-rows.server.ts'
import {
  firstOwner,
  ownerOf,
  recordPlatformInvoice,
  sendPlatformInvoice,
} from '#app/features/invoicing/platform-fee/platform-invoice.server.ts'
import { getPlatformSeller } from '#app/features/team/platform-company.server.ts'
import { percentageOf } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import { subscriptionOrders } from '#db/schema/plans.ts'
import type { OrderKind, PlanCycle, PlanId } from '#db/vocabulary/plans.ts'
import type { Choice } from './subscription.ts'
import type { OrderRow } from './subscription-rows.server.ts'

/** What the invoices of plans say in one language: of their line and its unit, and why they are credited. */
export type PlanWords = {
  unit: string
  line: (order: { kind: OrderKind; plan: PlanId; cycle: PlanCycle }) => string
  credit: (reason: 'withdrawn' | 'moneyBack') => string
}
/** The words of a language; null where nobody has chosen one. Verbs get them, because they run where no texts are. */
export type WordsOf = (locale: string | null) => PlanWords

/** In the language of the company's people. */
function wordsFor(tx: Transaction, companyId: string, words: WordsOf): PlanWords {
  return words(managersOf(tx, companyId).find((one) => one.locale !== null)?.locale ?? null)
}

/** Why a company cannot order a plan now, as a key of `billing:refused`; null if it can. */
export type OrderRefusal = 'noSeller' | 'noAddress' | 'dollarsWithVat' | 'byAgreement' | 'isSeller'

/** The VAT that a plan's invoice has for this buyer: Finnish, reverse charge in the Union, or none outside it, as the platform's fee (decision 92). */
export const planVatOf = (buyer: Pick<InvoiceParty, 'country' | 'vatNumber'>, day: string) => feeVatOf(buyer, day)

/**
 * Whether the platform's company can invoice a plan to a company (PLAN-5): an invoice states the buyer's address (Finnish VAT Act 1501/1993,
 * section 209 e), and Finnish VAT in euros.
 */
export function refusalOfOrder(
  db: Database | Transaction,
  now: number,
  companyId: string,
  { plan, currency }: Pick<Choice, 'plan' | 'currency'>,
): OrderRefusal | null {
  return plan === 'universe' ? 'byAgreement' : refusalOfInvoice(db, now, companyId, currency)
}

/** The same without asking for which plan: staff may invoice one by agreement. */
export function refusalOfInvoice(
  db: Database | Transaction,
  now: number,
  companyId: string,
  currency: Choice['currency'],
): Exclude<OrderRefusal, 'byAgreement'> | null {
  const seller = getPlatformSeller(db)
  if (!seller) return 'noSeller'
  if (seller === companyId) return 'isSeller'
  const buyer = getSeller(db, companyId)
  if (![buyer.street, buyer.postalCode, buyer.city].every((part) => part?.trim())) return 'noAddress'
  const vat = planVatOf(buyer, invoiceDay(now))
  if (!vat) return 'noSeller'
  return vat.vatCategory === 'S' && currency !== 'EUR' ? 'dollarsWithVat' : null
}

/** What a plan's invoice comes to with VAT, in cents. */
export function grossOf(db: Database | Transaction, now: number, companyId: string, netCents: number) {
  const vat = planVatOf(getSeller(db, companyId), invoiceDay(now))
  const vatCents = percentageOf(netCents, vat?.vatRateBp ?? 0)
  return { netCents, vatCents, grossCents: netCents + vatCents, vatRateBp: vat?.vatRateBp ?? 0 }
}

type Order = Choice & {
  companyId: string
  kind: OrderKind
  /** For the whole period, and what is asked for, without VAT. */
  priceCents: number
  netCents: number
  /** Of a renewal or an agreement. */
  startOn: string | null
  /** Of an agreement: the first day after it. */
  endOn?: string | null
  /** What it is for, where that is known; `endOn` is the first day after it. */
  period: { startOn: string; endOn: string } | null
  paymentTermDays: number
}

/**
 * Orders a period or a change: the platform's company issues and sends the invoice (decision 92), with a reference to pay by. Part of a verb or a job,
 * inside its transaction.
 * @throws Error where the platform's company cannot invoice, which `refusalOfOrder` says before
 */
export function placeOrder(tx: Transaction, ctx: Context, order: Order, words: WordsOf): OrderRow {
  const seller = getPlatformSeller(tx)
  const buyer = getSeller(tx, order.companyId)
  const today = invoiceDay(ctx.now)
  const vat = planVatOf(buyer, today)
  if (!seller || !vat) throw new Error('nobody can invoice a plan')
  const { period, paymentTermDays, ...row } = order
  const { companyId, currency, netCents } = row
  const { line, unit } = wordsFor(tx, companyId, words)
  const described: DescribedLine = {
    ...{ description: line(order), unit },
    ...{ quantityMilli: 1000, unitPriceE4: netCents * 100, ...vat },
    vatGround: vat.vatCategory === 'AE' ? 'eu_services' : null,
  }
  const invoice = sendPlatformInvoice(tx, ctx, {
    ...{ companyId: seller, buyerCompanyId: companyId, contractId: null, line: described, currency },
    ...{ deliveryDate: today, paymentTermDays, reference: ordererOf(tx, ctx, companyId) },
    period: period && { startOn: period.startOn, endOn: addDays(period.endOn, -1) },
  })
  recordPlatformInvoice(tx, ctx, invoice, { subscription: companyId })
  const dueOn = invoice.dueDate ?? today
  return tx
    .insert(subscriptionOrders)
    .values({ ...row, id: newId(), status: 'open', invoiceId: invoice.id, dueOn, createdAt: ctx.now })
    .returning()
    .get()
}

/** The name of whoever orders for the company; an owner's where a job or the platform's staff does. */
function ordererOf(tx: Transaction, ctx: Context, companyId: string): string | null {
  const member = ctx.actor && findMember(tx, ctx.actor.id, companyId)
  return (member ?? firstOwner(tx, companyId))?.name ?? null
}

/** Somebody of the platform's company, for what the platform does by its own verbs of invoicing. */
export function platformContext(tx: Transaction, ctx: Context): CompanyContext {
  const companyId = getPlatformSeller(tx)
  const member = companyId === null ? null : findMember(tx, ownerOf(tx, companyId), companyId)
  if (!member?.company) throw new Error('nobody can invoice a plan')
  const { company, ...actor } = member
  return { ...ctx, actor: { ...actor, emailVerified: true }, company, via: 'job' }
}

/**
 * Credits the whole invoice of an order, whose payment, if there was one, is then owed back (INV-13). Part of a verb or a job.
 */
export function creditOrder(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { status, reason }: { status: 'withdrawn' | 'refunded'; reason: 'withdrawn' | 'moneyBack' },
  words: WordsOf,
): void {
  tx.update(subscriptionOrders)
    .set({ status, settledAt: status === 'withdrawn' ? ctx.now : order.settledAt })
    .where(eq(subscriptionOrders.id, order.id))
    .run()
  const { credit, unit } = wordsFor(tx, order.companyId, words)
  const text = credit(reason)
  creditInvoice(platformContext(tx, ctx), {
    invoiceId: order.invoiceId,
    amountCents: null,
    reason: text,
    lineText: text,
    unit,
  })
}
