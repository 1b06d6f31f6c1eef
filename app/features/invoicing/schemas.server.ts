import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { eAddressOfInput } from '#app/features/e-addresses/e-address.server.ts'
import { businessIdOf, registerCountry } from '#app/features/team/business-id.server.ts'
import { countryField } from '#app/features/team/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { finnishVatRates, isFinnishVatRate } from '#app/platform/finnish-vat.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import {
  dayUpToToday,
  maxCents,
  optionalDay,
  optionalExchangeRate,
  optionalQuantity,
  optionalText,
  optionalUnitPrice,
  requiredAmount,
  requiredDay,
  requiredName,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { isPostalCode } from '#app/platform/postal-code.server.ts'
import { refusalOfVatCountry, vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { type TypedAdjustment, toDocumentAdjustments } from './content/adjustment-input.ts'
import {
  detailFields,
  detailsOfInput,
  lineAdjustments,
  lineDetailFields,
  refusalsOfDetails,
} from './content/content-fields.server.ts'
import type { DescribedLine, DocumentAdjustment, InvoiceDetails } from './content/invoice-content.ts'
import { addDays } from './invoice-dates.ts'
import { calculateInvoiceTotals, type InvoiceLine, needsEuroRate, refusalOfSums } from './invoice-totals.ts'
import { type LineVat, needsNote, parseVatChoice } from './vat-choice.ts'
import { refusalOfBuyerVat } from './vat-grounds.server.ts'

export const maxInvoiceLines = 100
const textOrNull = (max: number) => optionalText(max).transform((typed) => typed || null)

const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string({ error: 'validation:required' })
    .trim()
    .transform((typed, issues) => {
      const number = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN
      if (number >= min && number <= max) return number
      issues.addIssue({ code: 'custom', message: Number.isNaN(number) ? 'validation:number' : message })
      return z.NEVER
    })

const lineField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      description: textOrNull(500),
      quantity: optionalQuantity(localeContext),
      unit: textOrNull(20),
      unitPrice: optionalUnitPrice(localeContext),
      vatRate: z.string().optional(),
      ...lineDetailFields(localeContext),
    }),
    ({ description, quantity, unit, unitPrice, vatRate }, { refuse }) => {
      // The rate always has a value, so a line is blank if nothing else is filled in.
      if (description === null && quantity === null && unitPrice === null) return
      for (const [field, value] of Object.entries({ description, quantity, unit, unitPrice }))
        if (value === null) refuse('validation:required', field)
      if (!parseVatChoice(vatRate ?? '')) refuse('validation:choice', 'vatRate')
    },
  ).transform(({ description, quantity, unit, unitPrice, vatRate, discount, charge, ...details }) => {
    const vat = parseVatChoice(vatRate ?? '')
    if (!description || quantity === null || !unit || unitPrice === null || !vat) return null
    const line = { description, quantityMilli: quantity, unit, unitPriceE4: unitPrice, ...vat }
    return { ...line, ...details, adjustments: lineAdjustments(line, { discount, charge }, localeContext) }
  })

const buyerFields = {
  buyerName: requiredName(200),
  buyerBusinessId: textOrNull(40),
  buyerVatNumber: textOrNull(40),
  buyerStreet: requiredText(200),
  buyerPostalCode: requiredText(20),
  buyerCity: requiredText(100),
  buyerCountry: countryField,
  buyerEmail: emailSchema('validation:required', 'validation:email')
    .optional()
    .transform((typed) => typed ?? null),
}

/**
 * The invoice form, for a new invoice or a draft. Blank lines are dropped; the delivery date determines the VAT rates. A quote has the same fields but
 * for the rate of exchange, which is that of the invoice's day.
 */
export const invoiceSchema = (localeContext: LocaleContext, of: 'invoice' | 'quote' = 'invoice') =>
  acrossFields(
    z.object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      /** Whose record filled in the buyer. */
      clientId: z.string().max(36).optional(),
      ...buyerFields,
      currency: z.enum(currencies, { error: 'validation:choice' }).default('EUR'),
      deliveryDate: requiredDay,
      paymentTermDays: wholeNumber(0, 365, 'invoicing:form.termTooLong'),
      euroRate: optionalExchangeRate(localeContext),
      euroRateDate: optionalDay,
      euroRateSource: optionalText(60).transform((typed) => typed ?? 'ECB'),
      note: optionalText(2000).transform((typed) => typed ?? ''),
      ...detailFields(localeContext),
      lines: z
        .array(lineField(localeContext))
        .max(maxInvoiceLines, `invoicing:form.tooManyLines?count=${maxInvoiceLines}`)
        .default([]),
    }),
    (invoice, { refuse, rows }) => {
      const { buyerCountry, buyerBusinessId, buyerVatNumber, buyerPostalCode } = invoice
      if (buyerCountry && buyerBusinessId && !businessIdOf(buyerBusinessId, buyerCountry)) {
        const isFinnish = registerCountry(buyerCountry) === 'FI'
        refuse(isFinnish ? 'invoicing:form.businessId' : 'team:company.businessIdWrongHere', 'buyerBusinessId')
      }
      const number = buyerVatNumber ? vatNumberOf(buyerVatNumber) : null
      if (buyerVatNumber && !number) refuse('invoicing:form.vatNumber', 'buyerVatNumber')
      const elsewhere = number && buyerCountry && refusalOfVatCountry(number, buyerCountry)
      if (elsewhere) refuse(elsewhere, 'buyerVatNumber')
      if (buyerCountry && buyerPostalCode && !isPostalCode(buyerPostalCode, buyerCountry))
        refuse('validation:postalCode', 'buyerPostalCode')

      const { deliveryDate, currency, euroRate, euroRateDate } = invoice
      if (deliveryDate && !finnishVatRates(deliveryDate)) refuse('invoicing:form.deliveryTooEarly', 'deliveryDate')
      // A buyer may pay in advance, at most a year (INV-7).
      if (deliveryDate && deliveryDate > addDays(businessDay(Date.now()), 366))
        refuse('invoicing:form.deliveryTooLate', 'deliveryDate')
      const typedRows = rows('lines')
      const lines = typedRows.filter((line) => line !== null && line !== undefined)
      if (typedRows.every((line) => line === null)) refuse('invoicing:refused.noLines', 'lines')
      for (const [index, line] of typedRows.entries()) {
        if (deliveryDate && line?.vatCategory === 'S' && !isFinnishVatRate(line.vatRateBp, deliveryDate))
          refuse('invoicing:form.rateNotOfDate', 'lines', index, 'vatRate')
      }
      const isNumberWrong = Boolean(buyerVatNumber && (!number || elsewhere))
      if (buyerCountry && buyerVatNumber !== undefined && !isNumberWrong) {
        const said = new Set<string>()
        for (const [index, line] of typedRows.entries()) {
          const refusal = line ? refusalOfBuyerVat(line, { buyerCountry, buyerVatNumber }) : null
          // Once each, at the first line that asks for it.
          if (refusal && !said.has(refusal)) refuse(refusal, 'lines', index, 'vatRate')
          if (refusal) said.add(refusal)
        }
      }
      if (lines.some(needsNote) && !invoice.note) refuse('invoicing:form.groundNeeded', 'note')
      if (of === 'invoice' && currency && needsEuroRate(currency, lines)) {
        if (euroRate === null) refuse('validation:required', 'euroRate')
        if (euroRateDate === null) refuse('validation:required', 'euroRateDate')
        else if (euroRateDate && euroRateDate > businessDay(Date.now()))
          refuse('invoicing:form.rateInFuture', 'euroRateDate')
      }
      // EN 16931, BR-O-11 to 14: what is not subject to VAT is the whole invoice.
      const isOutside = lines.map((line) => line.vatCategory === 'O')
      if (isOutside.includes(true) && isOutside.includes(false)) refuse('invoicing:form.outsideScopeAlone', 'lines')
      for (const { message, path } of refusalsOfDetails(invoice, typedRows)) refuse(message, ...path)
      if (!invoice.lines || !invoice.adjustments || lines.length === 0) return
      const refusal = refusalOfTotal(
        lines,
        invoice.adjustments.filter((one) => one !== null),
      )
      if (refusal) refuse(refusal, 'lines')
    },
  ).transform(({ euroRate: euroRateE6, euroRateDate, euroRateSource, buyerBusinessId, ...typed }) => {
    const { adjustments, ...rest } = typed
    const lines = rest.lines.filter((line) => line !== null)
    return {
      ...rest,
      details: detailsOfInput(typed),
      buyerEAddress: eAddressOfInput(typed),
      adjustments: toDocumentAdjustments(
        adjustments.filter((one) => one !== null),
        lines,
      ),
      buyerBusinessId: buyerBusinessId && businessIdOf(buyerBusinessId, rest.buyerCountry),
      euroRate: euroRateE6 && euroRateDate ? { euroRateE6, euroRateDate, euroRateSource } : null,
      lines,
    }
  })

function refusalOfTotal(lines: readonly (InvoiceLine & LineVat)[], typed: readonly TypedAdjustment[]): string | null {
  try {
    const rest = { adjustments: toDocumentAdjustments(typed, lines) }
    const wrong = refusalOfSums(lines, rest)
    if (wrong) return wrong
    const { grossCents } = calculateInvoiceTotals(lines, rest)
    if (grossCents === 0) return 'invoicing:refused.zeroTotal'
    return grossCents > maxCents ? 'invoicing:form.tooMuch' : null
  } catch (error) {
    if (error instanceof RangeError) return 'invoicing:form.tooMuch'
    throw error
  }
}

type FormInput = Omit<
  z.output<ReturnType<typeof invoiceSchema>>,
  'submissionId' | 'lines' | 'adjustments' | 'details' | 'buyerEAddress' | DetailField
>
type DetailField = keyof ReturnType<typeof detailFields>

/** A draft as a form gives it; what is rarely used can be left out. */
export type InvoiceInput = FormInput & {
  lines: readonly DescribedLine[]
  adjustments?: readonly DocumentAdjustment[] | undefined
  buyerEAddress?: Required<Pick<InvoiceParty, 'eScheme' | 'eAddress' | 'eOperator'>> | null | undefined
  isAdvance?: boolean | undefined
  details?: InvoiceDetails | undefined
}

/** The amount and date of a payment. */
export const paymentSchema = (localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    amount: requiredAmount(localeContext),
    paidOn: dayUpToToday('invoicing:form.paidInFuture'),
  })

/** Everything that is left of an invoice, or a partial amount including VAT. */
export const creditSchema = (localeContext: LocaleContext) => {
  const form = z.object({
    submissionId: submissionIdField,
    expectedVersion: expectedVersionField,
    reason: requiredText(500),
  })
  return z.discriminatedUnion(
    'extent',
    [
      form.extend({ extent: z.literal('whole') }),
      form.extend({ extent: z.literal('part'), amount: requiredAmount(localeContext) }),
    ],
    { error: 'validation:choice' },
  )
}

export const sendSchema = z.object({
  submissionId: submissionIdField,
  email: emailSchema('validation:required', 'validation:email'),
})

/** For how many days a link works; 0: until it is revoked. */
export const shareDurations = [0, 7, 30, 90] as const
export const shareSchema = z.object({
  days: z.coerce
    .number()
    .refine((days) => (shareDurations as readonly number[]).includes(days), 'validation:choice')
    .default(0),
})

export const buttonSchema = z.object({ submissionId: submissionIdField, expectedVersion: expectedVersionField })

/** The confirmation of an issue, with the reason where the client's credit limit is exceeded. */
export const issueSchema = buttonSchema.extend({ creditLimitReason: textOrNull(500) })
