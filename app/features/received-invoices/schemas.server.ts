import { z } from 'zod'
import { kindOf, parseChartValue } from '#app/features/finance/chart.ts'
import { rateOf, vatIn } from '#app/features/finance/splits.ts'
import { businessIdOf } from '#app/features/team/business-id.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import {
  dayUpToToday,
  optionalAmount,
  optionalText,
  requiredAmount,
  requiredDay,
  requiredName,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { isReference } from '#app/platform/reference-number.ts'
import { vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { ReceivedVat } from '#db/schema/invoices/received-invoices.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { type FinancialVat, financialVats } from '#db/vocabulary/finance.ts'
import { invoiceKinds } from '#db/vocabulary/invoicing.ts'
import type { ReceivedFacts } from './add-einvoice.server.ts'
import { maxParts } from './received-invoice.ts'

const textOf = (max: number) => optionalText(max).transform((typed) => typed ?? '')

/** The file alone: all else is in it. */
export const fileSchema = z.object({ submissionId: submissionIdField })

/** The category of EN 16931 and its ground for a choice of the books. */
const categoryOf: Record<FinancialVat, Pick<ReceivedVat, 'category' | 'ground'>> = {
  none: { category: 'E', ground: null },
  standard: { category: 'S', ground: null },
  reduced: { category: 'S', ground: null },
  low: { category: 'S', ground: null },
  zero: { category: 'Z', ground: null },
  construction: { category: 'AE', ground: 'construction' },
  eu_goods: { category: 'K', ground: 'intra_community' },
  eu_services: { category: 'AE', ground: 'eu_services' },
}

type TypedVat = { amount: number; vat: FinancialVat; vatAmount?: number | null; issueDate: string }

/** The VAT in a total: what is typed, or what its rate makes of it. */
function vatOf({ amount, vat, vatAmount, issueDate }: TypedVat): number {
  if (categoryOf[vat].category !== 'S') return 0
  return vatAmount ?? vatIn(amount, vat, rateOf(vat, issueDate) ?? 0)
}

/** The facts of an invoice as they are typed from a picture or a PDF: its total, and the VAT in it, by its rate unless it states another amount. */
export const typedSchema = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      submissionId: submissionIdField,
      kind: z.enum(invoiceKinds, { error: 'validation:choice' }),
      supplierName: requiredName(200),
      supplierCountry: z.string({ error: 'validation:choice' }).regex(/^[A-Z]{2}$/, 'validation:choice'),
      supplierBusinessId: optionalText(50),
      supplierVatNumber: optionalText(50),
      number: requiredText(100),
      issueDate: dayUpToToday('receivedfiles:refused.issueInFuture'),
      dueDate: requiredDay,
      currency: z.enum(currencies, { error: 'validation:choice' }),
      amount: requiredAmount(localeContext),
      vat: z.enum(financialVats, { error: 'validation:choice' }),
      vatAmount: optionalAmount(localeContext),
      iban: optionalText(50),
      reference: textOf(50),
    }),
    (typed, { refuse }) => {
      const { amount, vat, issueDate, dueDate, supplierCountry: country, supplierBusinessId, supplierVatNumber } = typed
      if (vat && issueDate && rateOf(vat, issueDate) === null) refuse('receivedfiles:refused.noRateOnDay', 'issueDate')
      if (issueDate && dueDate && dueDate < issueDate) refuse('receivedfiles:refused.dueBeforeIssue', 'dueDate')
      if (
        amount &&
        vat &&
        issueDate &&
        typed.vatAmount !== undefined &&
        vatOf({ ...typed, amount, vat, issueDate }) >= amount
      )
        refuse('receivedfiles:refused.vatTooMuch', 'vatAmount')
      if (country && supplierBusinessId && !businessIdOf(supplierBusinessId, country))
        refuse('receivedfiles:refused.businessId', 'supplierBusinessId')
      if (supplierVatNumber && !vatNumberOf(supplierVatNumber))
        refuse('receivedfiles:refused.vatNumber', 'supplierVatNumber')
      if (typed.iban && !isIban(typed.iban)) refuse('receivedfiles:refused.iban', 'iban')
      // A number is a viitenumero or an RF reference; other words are a message to the supplier (SEPA, unstructured remittance information).
      const isNumber = typed.reference !== undefined && /^(RF)?[\d\s]+$/i.test(typed.reference)
      if (isNumber && !isReference(typed.reference ?? '')) refuse('receivedfiles:refused.reference', 'reference')
    },
  ).transform((typed): { submissionId?: string | undefined; facts: ReceivedFacts } => {
    const { amount, vat, issueDate, supplierCountry: country } = typed
    const rateBp = rateOf(vat, issueDate)
    const { category, ground } = categoryOf[vat]
    const isTaxed = category === 'S'
    const vatCents = vatOf(typed)
    const businessId = typed.supplierBusinessId ? businessIdOf(typed.supplierBusinessId, country) : null
    const vatNumber = typed.supplierVatNumber ? vatNumberOf(typed.supplierVatNumber) : null
    const iban = typed.iban ? compactIban(typed.iban) : null
    const netCents = amount - vatCents
    const stated = { category, rateBp: isTaxed ? (rateBp ?? 0) : 0, netCents, vatCents, ground }
    return {
      submissionId: typed.submissionId,
      facts: {
        kind: typed.kind,
        supplier: { name: typed.supplierName, country, businessId, vatNumber },
        ...{ number: typed.number, issueDate, dueDate: typed.dueDate, currency: typed.currency },
        ...{ netCents, vatCents, grossCents: amount, payableCents: amount, vat: [stated] },
        ...{ iban, bic: null, reference: typed.reference },
      },
    }
  })

/** The place of a chosen expense in the chart of accounts; null for anything else. */
function expenseOf(category = '') {
  const place = parseChartValue(category)
  return place && kindOf(place.category) === 'expense' ? place : null
}

const partField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      category: z.string().max(100).optional(),
      projectId: z
        .string()
        .max(50)
        .optional()
        .transform((id) => id || null),
      amount: optionalAmount(localeContext),
    }),
    ({ category, projectId, amount }, { refuse }) => {
      // A part without a category and an amount is not filled in.
      if (!category && amount === null && projectId === null) return
      if (!expenseOf(category)) refuse('validation:choice', 'category')
    },
  ).transform(({ category, projectId, amount }) => {
    const place = expenseOf(category)
    return place && { ...place, projectId, netCents: amount }
  })

/** What an invoice is for. */
export const checkSchema = (localeContext: LocaleContext) =>
  z
    .object({
      expectedVersion: expectedVersionField,
      dueDate: requiredDay,
      deductsVat: z.literal('on').optional(),
      note: textOf(1000),
      parts: z.array(partField(localeContext)).max(maxParts).default([]),
    })
    .transform(({ parts, deductsVat, ...rest }) => ({
      ...rest,
      deductsVat: deductsVat === 'on',
      parts: parts.filter((part) => part !== null),
    }))

export const refuseSchema = z.object({ reason: requiredText(500) })

export const paymentSchema = (localeContext: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      amount: requiredAmount(localeContext),
      paidOn: dayUpToToday('receivedinvoices:refused.paidInFuture'),
    })
    .transform(({ amount, ...rest }) => ({ ...rest, amountCents: amount }))
