import { z } from 'zod'
import { maxLines } from '#app/features/projects/limits.ts'
import { addressLimits } from '#app/features/team/company-address.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import {
  costsTooMuch,
  optionalAmount,
  optionalQuantity,
  optionalText,
  optionalUnitPrice,
  requiredDay,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parsePercent } from '#app/platform/money.ts'

/** A VAT rate in percent, as basis points. Which rates a project allows is known to the verbs (`lineVatOf`). */
const vatRateField = z.string({ error: 'validation:choice' }).transform((typed, issues) => {
  const vatRateBp = parsePercent(typed, '.')
  if (vatRateBp !== null && vatRateBp < 10_000) return vatRateBp
  issues.addIssue({ code: 'custom', message: 'validation:choice' })
  return z.NEVER
})

/** Whether nothing of a bidder's own line, or of an alternate, is filled in. */
function isBlank(line: {
  projectLineId?: string | undefined
  description?: string | undefined
  quantity?: number | null | undefined
  unit?: string | undefined
  unitPrice?: number | null | undefined
  isAlternate: boolean | undefined
}): boolean {
  if (line.projectLineId || line.description || line.unitPrice !== null) return false
  return line.isAlternate || (line.quantity === null && !line.unit)
}

/** A line of a bid: the answer to a project line (`projectLineId`), one of the bidder's own, or an alternate, which has a price alone and may lower the total. */
const lineField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      projectLineId: z.uuid().optional(),
      description: optionalText(2000),
      quantity: optionalQuantity(localeContext),
      unit: optionalText(20),
      unitPrice: optionalUnitPrice(localeContext),
      vatRate: vatRateField.optional(),
      excluded: z.boolean().optional(),
      isAlternate: z.boolean().default(false),
      deducts: z.boolean().default(false),
    }),
    ({ projectLineId, description, unitPrice, excluded, ...line }, { refuse, hasWrong }) => {
      const own = !projectLineId
      const isAlternate = own && line.isAlternate
      const [quantity, unit] = isAlternate ? [1000, 'LS'] : [line.quantity, line.unit]
      if (!hasWrong && isBlank({ projectLineId, description, unitPrice, quantity, unit, isAlternate })) return
      if (own && !isAlternate && description && description.length > 300)
        refuse('validation:tooLong?count=300', 'description')
      if (own && !description) refuse('validation:required', 'description')
      if (own && quantity === null) refuse('validation:required', 'quantity')
      if (own && !unit) refuse('validation:required', 'unit')
      if (!excluded && unitPrice === null) refuse(own ? 'validation:required' : 'bidform:priceOrExclude', 'unitPrice')
      if (costsTooMuch(quantity ?? 1000, unitPrice ?? 0)) refuse('validation:tooLarge', 'unitPrice')
    },
  ).transform(({ projectLineId, description, unitPrice, vatRate, excluded = false, deducts, ...line }) => {
    const isAlternate = !projectLineId && line.isAlternate
    const [quantity, unit] = isAlternate ? [1000, 'LS'] : [line.quantity, line.unit]
    if (isBlank({ projectLineId, description, unitPrice, quantity, unit, isAlternate })) return null
    return {
      projectLineId: projectLineId ?? null,
      description: description ?? '',
      quantityMilli: quantity,
      unit: unit ?? '',
      unitPriceE4: isAlternate && deducts ? -(unitPrice ?? 0) : (unitPrice ?? 0),
      ...(vatRate !== undefined && { vatRate }),
      excluded: excluded && !isAlternate,
      ...(isAlternate && { isAlternate }),
    }
  })

/** The bid form. `outcome` is the pressed button: save a draft, look at it before it is submitted, or submit as well. */
export const bidSchema = perLocaleContext((localeContext) =>
  z
    .object({
      submissionId: submissionIdField,
      amount: optionalAmount(localeContext),
      lines: z
        .array(lineField(localeContext))
        .max(maxLines, 'lineform:tooManyLines')
        .default([])
        .transform((lines) => lines.filter((line) => line !== null)),
      /** For a single amount, and for lines that state none; without it the standard rate. */
      vatRate: vatRateField.optional(),
      /** The missing fields of the company's address, which a bid that is submitted has to complete. */
      street: optionalText(addressLimits.street),
      postalCode: optionalText(addressLimits.postalCode),
      city: optionalText(addressLimits.city),
      approach: requiredText(10_000),
      timelineWeeks: z
        .number({ error: ({ input }) => (input === undefined ? 'validation:required' : 'validation:number') })
        .int('validation:number')
        .min(1, 'bidform:weeks')
        .max(520, 'bidform:weeks'),
      inclusions: optionalText(5000),
      exclusions: optionalText(5000),
      /** The last day on which the bid binds, in the project's time zone. */
      validUntil: requiredDay.optional(),
      outcome: z.enum(['draft', 'attach', 'review', 'submit']).default('submit'),
      /** The version (`updatedAt`) of the bid that the form was opened with. */
      expectedVersion: expectedVersionField,
      /** The version of the project that the form showed. */
      expectedProjectVersion: expectedVersionField,
    })
    .superRefine(
      ({ amount, lines: all }, issues) => {
        // Said at once with what is wrong with other fields, but not of an amount or lines that could not be read.
        if (issues.issues.some(({ path }) => path?.[0] === 'amount' || path?.[0] === 'lines')) return
        const lines = all.filter(({ isAlternate }) => !isAlternate)
        if (lines.length === 0 && amount === null) {
          issues.addIssue({ code: 'custom', path: ['amount'], message: 'validation:required' })
        }
        if (lines.length > 0 && amount !== null) {
          issues.addIssue({ code: 'custom', path: ['amount'], message: 'bidform:amountOrLines' })
        }
        const isFree = lines.every((line) => line.excluded || line.unitPriceE4 === 0)
        if (amount === 0 || (lines.length > 0 && isFree)) {
          issues.addIssue({
            code: 'custom',
            path: [amount === 0 ? 'amount' : 'lines'],
            message: 'validation:amountPositive',
          })
        }
      },
      { when: () => true },
    ),
)

export type BidInput = Omit<z.output<ReturnType<typeof bidSchema>>, 'submissionId' | 'outcome' | 'expectedVersion'>

/** The client's amount for a gap of a bid (BID-7), net, and how it arrived at it. */
export const plugSchema = perLocaleContext((localeContext) =>
  z.object({
    submissionId: submissionIdField,
    amount: optionalAmount(localeContext),
    reason: requiredText(2000),
  }),
)

/** The day until which the client asks bidders to keep their bids binding, in the project's time zone. */
export const extensionSchema = z.object({ submissionId: submissionIdField, until: requiredDay })

/** The reason for a withdrawal. Optional here; the state machine requires it once the deadline has passed. */
export const optionalReasonSchema = z.object({ submissionId: submissionIdField, reason: optionalText(2000) })
