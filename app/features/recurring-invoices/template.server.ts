import { eq } from 'drizzle-orm'
import { getInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import { detailsOf } from '#app/features/invoicing/content/invoice-content.ts'
import type { InvoiceRow } from '#app/features/invoicing/invoice-rows.server.ts'
import { calculateInvoiceTotals, needsEuroRate } from '#app/features/invoicing/invoice-totals.ts'
import type { InvoiceInput } from '#app/features/invoicing/schemas.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { clients } from '#db/schema/clients.ts'
import { dateAt, distance, movePeriod, periodAt, type Rhythm } from './recurrence.ts'
import type { ScheduleRow } from './schedule-rows.server.ts'

/** What the invoices of a schedule say, with the periods of the first one. */
type Template = Omit<InvoiceInput, 'deliveryDate'>
type Period = { periodStart: string | null; periodEnd: string | null }

/** Why an invoice cannot be repeated; null if it can. What a contract or an advance decides is of that one invoice. */
export function refusalOfRepeating(invoice: Pick<InvoiceRow, 'kind' | 'contractId' | 'isAdvance'>) {
  if (invoice.kind !== 'invoice') return 'recurring:refused.creditNote'
  if (invoice.contractId !== null) return 'recurring:refused.ofContract'
  return invoice.isAdvance ? 'recurring:refused.advance' : null
}

/**
 * The content of an invoice as a template whose first invoice is for `period`. The periods of lines go with the invoice's own
 * period, or with its date of supply where it has none.
 * @throws AppError conflict for an invoice that cannot be repeated; invalid where the clock would need a rate of exchange, and for a period that leaves
 * out that of a line
 */
export function templateFrom(
  db: Database | Transaction,
  invoice: InvoiceRow,
  of: Rhythm & Period & { way: 'draft' | 'send' },
): { template: Template; buyerName: string; currency: InvoiceRow['currency']; grossCents: number } {
  const refusal = refusalOfRepeating(invoice)
  if (refusal) throw conflict(refusal)
  const { lines, adjustments } = getInvoiceContent(db, invoice.id)
  if (of.way === 'send') requireNoEuroRate({ currency: invoice.currency, lines })
  const { buyer, clientId, currency, paymentTermDays, note } = invoice
  const { eScheme = null, eAddress = null, eOperator = null } = buyer
  const template: Template = {
    ...(clientId && { clientId }),
    buyerName: buyer.name,
    buyerBusinessId: buyer.businessId,
    buyerVatNumber: buyer.vatNumber,
    buyerStreet: buyer.street ?? '',
    buyerPostalCode: buyer.postalCode ?? '',
    buyerCity: buyer.city ?? '',
    buyerCountry: buyer.country,
    buyerEmail: buyer.email ?? null,
    buyerEAddress: { eScheme, eAddress, eOperator },
    ...{ currency, paymentTermDays, euroRate: null, note, adjustments },
    lines: linesFor(lines, { ...detailsOf(invoice), day: invoice.deliveryDate }, of),
    details: { ...detailsOf(invoice), periodStart: of.periodStart, periodEnd: of.periodEnd },
  }
  const { grossCents } = calculateInvoiceTotals(lines, { adjustments })
  // What an invoice deducts of advances is not repeated, so its sum is not that of the template.
  return { template, buyerName: buyer.name, currency, grossCents }
}

type Line = Template['lines'][number]

/**
 * The lines for another period. The period of a line that is the invoice's becomes the new one; any other keeps its distance from the beginning of the
 * invoice's period, or from its day where it has none.
 * @throws AppError invalid where a line would begin before the period, or end after it (PEPPOL-EN16931-R110 and R111)
 */
function linesFor(
  lines: readonly Line[],
  was: Period & { day: string },
  of: Pick<Rhythm, 'unit' | 'firstOn'> & Period,
): Line[] {
  const by = distance(of.unit, was.periodStart ?? was.day, of.periodStart ?? of.firstOn)
  const { periodStart: from, periodEnd: until } = of
  return lines.map(({ periodStart = null, periodEnd = null, ...line }) => {
    const isWhole = periodStart !== null && periodStart === was.periodStart && periodEnd === was.periodEnd
    const period =
      isWhole && from && until ? { periodStart: from, periodEnd: until } : movePeriod({ periodStart, periodEnd }, by)
    const isBefore = from && period.periodStart && period.periodStart < from
    const isAfter = until && period.periodEnd && period.periodEnd > until
    if (isBefore || isAfter) throw invalid('recurring:refused.periodOfLine', { field: 'periodEnd' })
    return { ...line, ...period }
  })
}

/** @throws AppError invalid where issuing needs a rate of exchange of its day, which nobody would enter (INV-10) */
export function requireNoEuroRate({ currency, lines }: Pick<Template, 'currency' | 'lines'>): void {
  if (needsEuroRate(currency, lines)) throw invalid('recurring:refused.euroRate', { field: 'way' })
}

/** The period and the periods of the lines, as on the invoice at a position. */
function contentAt(template: Template, rhythm: Rhythm, position: number) {
  const { details } = template
  const lines = template.lines.map(({ periodStart = null, periodEnd = null, ...line }) => ({
    ...line,
    ...periodAt(rhythm, { periodStart, periodEnd }, position),
  }))
  const period = { periodStart: details?.periodStart ?? null, periodEnd: details?.periodEnd ?? null }
  return { lines, period: periodAt(rhythm, period, position) }
}

export const templateOf = (schedule: Pick<ScheduleRow, 'template'>) => schedule.template as Template

/** The period of the next invoice. */
export const nextPeriod = (schedule: ScheduleRow): Period =>
  contentAt(templateOf(schedule), schedule, schedule.position).period

/**
 * A template counted from another first date and rhythm, whose first invoice is for another period, with the periods of its lines.
 * @throws AppError invalid for a period that leaves out that of a line
 */
export function countedFrom(schedule: ScheduleRow, of: Rhythm & Period): Template {
  const template = templateOf(schedule)
  const at = contentAt(template, schedule, schedule.position)
  const lines = linesFor(at.lines, { ...at.period, day: dateAt(schedule, schedule.position) }, of)
  const period = { periodStart: of.periodStart, periodEnd: of.periodEnd }
  return { ...template, lines, ...(template.details && { details: { ...template.details, ...period } }) }
}

/**
 * The next invoice of a schedule. Its date of supply is the end of its period (Directive 2006/112/EC, article 64(1): what is supplied continuously is
 * supplied when the period of the invoice ends), or its date where it has no period.
 */
export function nextInvoice(tx: Transaction, schedule: ScheduleRow): InvoiceInput {
  const { clientId, ...template } = templateOf(schedule)
  const { lines, period } = contentAt(template, schedule, schedule.position)
  const { id } = clients
  const isKnown = clientId !== undefined && tx.select({ id }).from(clients).where(eq(id, clientId)).get() !== undefined
  return {
    ...template,
    ...(isKnown && { clientId }),
    deliveryDate: period.periodEnd ?? dateAt(schedule, schedule.position),
    ...(template.details && { details: { ...template.details, ...period } }),
    lines,
  }
}
