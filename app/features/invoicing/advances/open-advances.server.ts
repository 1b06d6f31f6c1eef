import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { getInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import type { DeductedAdvance, InvoiceContent } from '#app/features/invoicing/content/invoice-content.ts'
import { creditableAmounts } from '#app/features/invoicing/credit-split.ts'
import type { InvoiceRow } from '#app/features/invoicing/invoice-rows.server.ts'
import { taxedParts } from '#app/features/invoicing/invoice-totals.ts'
import type { LineVat } from '#app/features/invoicing/vat-choice.ts'
import { conflict } from '#app/platform/errors.ts'
import { sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { invoiceAdvances, invoices } from '#db/schema/invoices/invoicing.ts'

/** What is left of an advance with one VAT, net, in cents. */
type AdvancePart = LineVat & { netCents: number }
type OpenAdvance = { id: string; number: string; issueDate: string; rest: AdvancePart[]; restCents: number }

const isSameVat = (one: LineVat, other: LineVat): boolean =>
  one.vatCategory === other.vatCategory && one.vatRateBp === other.vatRateBp && one.vatGround === other.vatGround

/**
 * What is left of an issued advance invoice, by its VAT: what it was, less its credit notes and what other issued invoices deducted. An invoice that was
 * credited in full deducts nothing any more.
 */
export function restOfAdvance(db: Database | Transaction, advance: InvoiceRow): AdvancePart[] {
  const taxedOf = (row: InvoiceRow) => ({ ...getInvoiceContent(db, row.id), ...row })
  const ofAdvance = and(eq(invoices.creditedInvoiceId, advance.id), isNotNull(invoices.number))
  const notes = db.select().from(invoices).where(ofAdvance).all().map(taxedOf)
  const deducted = db
    .select({ part: invoiceAdvances })
    .from(invoiceAdvances)
    .innerJoin(invoices, eq(invoices.id, invoiceAdvances.invoiceId))
    .where(
      and(
        eq(invoiceAdvances.advanceInvoiceId, advance.id),
        isNotNull(invoices.number),
        ne(invoices.status, 'credited'),
      ),
    )
    .all()
  return creditableAmounts(taxedOf(advance), notes).groups.map((group) => {
    const taken = deducted.filter(({ part }) => isSameVat(part, group)).map(({ part }) => part.netCents)
    return { ...group, netCents: Math.max(0, group.netCents - sumCents(taken)) }
  })
}

/** The advances of an invoice's buyer that something is left of, oldest first: those that a draft may deduct. Checks no right: the caller has. */
export function listOpenAdvances(db: Database | Transaction, draft: InvoiceRow): OpenAdvance[] {
  const { companyId, currency, isAdvance, number, year, sequence, status } = invoices
  const ofSeller = [eq(companyId, draft.companyId), eq(currency, draft.currency), eq(isAdvance, true)]
  return db
    .select()
    .from(invoices)
    .where(and(...ofSeller, isNotNull(number), ne(status, 'credited')))
    .orderBy(asc(year), asc(sequence))
    .all()
    .filter((advance) => isSameBuyer(advance, draft))
    .map((advance) => {
      const rest = restOfAdvance(db, advance).filter(({ netCents }) => netCents > 0)
      const { id, number, issueDate } = advance
      const restCents = sumCents(rest.map(({ netCents }) => netCents))
      return { id, number: number ?? '', issueDate: issueDate ?? '', rest, restCents }
    })
    .filter(({ restCents }) => restCents > 0)
}

type Buyer = Pick<InvoiceRow, 'clientId' | 'buyer'>

/** Whether two invoices are to the same buyer: the same record, else the same number by which it is registered, else the same name. */
function isSameBuyer(one: Buyer, other: Buyer): boolean {
  if (one.clientId && other.clientId) return one.clientId === other.clientId
  const numberOf = ({ buyer }: Buyer) => buyer.vatNumber ?? buyer.businessId
  const [first, second] = [numberOf(one), numberOf(other)]
  if (first && second) return first === second
  return one.buyer.name.trim().toLowerCase() === other.buyer.name.trim().toLowerCase()
}

/** What an invoice of these lines can deduct of an advance: by VAT, no more than is left of either (INV-22). */
export function deductible(
  content: Pick<InvoiceContent, 'lines' | 'adjustments'>,
  chosen: readonly OpenAdvance[],
): Omit<DeductedAdvance, 'number' | 'issueDate'>[] {
  const room = new Map<string, number>()
  const keyOf = (vat: { vatCategory: string; vatRateBp: number }) => `${vat.vatCategory} ${vat.vatRateBp}`
  for (const { of, netCents } of taxedParts(content.lines, { adjustments: content.adjustments, advances: [] }))
    room.set(keyOf(of), (room.get(keyOf(of)) ?? 0) + netCents)
  return chosen.flatMap((advance) =>
    advance.rest.flatMap((part) => {
      const netCents = Math.min(part.netCents, room.get(keyOf(part)) ?? 0)
      if (netCents <= 0) return []
      room.set(keyOf(part), (room.get(keyOf(part)) ?? 0) - netCents)
      const { vatCategory, vatRateBp, vatGround } = part
      return [{ advanceInvoiceId: advance.id, vatCategory, vatRateBp, vatGround, netCents }]
    }),
  )
}

/**
 * Refuses an invoice that deducts what is no longer there: of an advance that was credited or deducted since, of another buyer or in another currency.
 * @throws AppError conflict, with the advance's number
 */
export function requireAdvances(tx: Transaction, draft: InvoiceRow, advances: readonly DeductedAdvance[]): void {
  if (advances.length === 0) return
  const open = listOpenAdvances(tx, draft)
  for (const { advanceInvoiceId, number, netCents, ...vat } of advances) {
    const part = open.find(({ id }) => id === advanceInvoiceId)?.rest.find((one) => isSameVat(one, vat))
    if (!part || part.netCents < netCents) throw conflict('invoiceadvances:refused.notOpen', { params: { number } })
  }
}

/**
 * Refuses a credit note that takes back what another invoice has deducted of an advance.
 * @throws AppError conflict, with the number of an invoice that deducts it
 */
export function requireNotDeducted(tx: Transaction, advance: InvoiceRow, credited: readonly AdvancePart[]): void {
  if (!advance.isAdvance) return
  const rest = restOfAdvance(tx, advance)
  const isTaken = credited.some((part) => part.netCents > (rest.find((one) => isSameVat(one, part))?.netCents ?? 0))
  if (!isTaken) return
  const by = deductingInvoices(tx, advance.id)[0]?.number ?? ''
  throw conflict('invoiceadvances:refused.deducted', { params: { number: by } })
}

/** The issued invoices that deduct an advance. */
export function deductingInvoices(db: Database | Transaction, advanceId: string): { id: string; number: string }[] {
  const deducting = db
    .select({ id: invoiceAdvances.invoiceId })
    .from(invoiceAdvances)
    .where(eq(invoiceAdvances.advanceInvoiceId, advanceId))
  return db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(and(inArray(invoices.id, deducting), isNotNull(invoices.number), ne(invoices.status, 'credited')))
    .orderBy(asc(invoices.year), asc(invoices.sequence))
    .all()
    .map(({ id, number }) => ({ id, number: number ?? '' }))
}
