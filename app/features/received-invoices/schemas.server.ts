import { z } from 'zod'
import { kindOf, parseChartValue } from '#app/features/finance/chart.ts'
import { rateOf, vatIn } from '#app/features/finance/splits.ts'
import { businessIdOf } from '#app/features/team/business-id.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
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

/** The facts of an invoice as they are typed from a picture or a PDF: its total, and the VAT in it, by its rate unless it states another amount. */
export const typedSchema = (localeContext: LocaleContext) =>
  z
    .object({
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
    })
    .transform((typed, issues): { submissionId?: string | undefined; facts: ReceivedFacts } => {
      const refuse = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
      const { amount, vat, issueDate, supplierCountry: country } = typed
      const rateBp = rateOf(vat, issueDate)
      if (rateBp === null) refuse('issueDate', 'receivedfiles:refused.noRateOnDay')
      if (typed.dueDate < issueDate) refuse('dueDate', 'receivedfiles:refused.dueBeforeIssue')
      const { category, ground } = categoryOf[vat]
      const isTaxed = category === 'S'
      const vatCents = isTaxed ? (typed.vatAmount ?? vatIn(amount, vat, rateBp ?? 0)) : 0
      if (vatCents >= amount) refuse('vatAmount', 'receivedfiles:refused.vatTooMuch')
      const businessId = typed.supplierBusinessId ? businessIdOf(typed.supplierBusinessId, country) : null
      if (typed.supplierBusinessId && !businessId) refuse('supplierBusinessId', 'receivedfiles:refused.businessId')
      const vatNumber = typed.supplierVatNumber ? vatNumberOf(typed.supplierVatNumber) : null
      if (typed.supplierVatNumber && !vatNumber) refuse('supplierVatNumber', 'receivedfiles:refused.vatNumber')
      const iban = typed.iban && isIban(typed.iban) ? compactIban(typed.iban) : null
      if (typed.iban && !iban) refuse('iban', 'receivedfiles:refused.iban')
      // A number is a viitenumero or an RF reference; other words are a message to the supplier (SEPA, unstructured remittance information).
      const isNumber = typed.reference !== null && /^(RF)?[\d\s]+$/i.test(typed.reference)
      if (isNumber && !isReference(typed.reference ?? '')) refuse('reference', 'receivedfiles:refused.reference')
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

const partField = (localeContext: LocaleContext) =>
  z
    .object({
      category: z.string().max(100).optional(),
      projectId: z
        .string()
        .max(50)
        .optional()
        .transform((id) => id || null),
      amount: optionalAmount(localeContext),
    })
    .transform(({ category, projectId, amount }, issues) => {
      // A part without a category and an amount is not filled in.
      if (!category && amount === null && projectId === null) return null
      const place = parseChartValue(category ?? '')
      if (place && kindOf(place.category) === 'expense') return { ...place, projectId, netCents: amount }
      issues.addIssue({ code: 'custom', path: ['category'], message: 'validation:choice' })
      return z.NEVER
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
