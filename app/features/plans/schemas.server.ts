import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { optionalAmount, optionalText, requiredDay, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { planCycles, planIds } from '#db/vocabulary/plans.ts'

const choice = { error: 'validation:choice' }
const chosen = {
  plan: z.enum(planIds, choice),
  cycle: z.enum(planCycles, choice),
  currency: z.enum(currencies, choice),
}

/** What was chosen at `/billing`, from the address of the page that shows what it costs. */
export const choiceSchema = z.object(chosen)

/** The order itself, with what the page said that it costs now, in cents without VAT. */
export const orderSchema = z.object({
  submissionId: submissionIdField,
  ...chosen,
  expectedCents: z.coerce.number('validation:number').int('validation:number').optional(),
})

/** As long as the references of invoices. */
const reference = optionalText(100).transform((typed) => typed ?? null)
export const referencesSchema = z.object({
  buyerReference: reference,
  orderReference: reference,
  expectedVersion: expectedVersionField,
})

export const paidSchema = z.object({ invoiceId: z.string().min(1).max(50), paidOn: requiredDay })

export const extendSchema = z.object({ endsOn: requiredDay, reason: requiredText(500) })

/** A limit by agreement; empty for none. */
const limit = z
  .string()
  .regex(/^\d{0,6}$/, 'validation:number')
  .optional()
  .transform((typed) => (typed ? Number(typed) : null))

export const agreeSchema = (localeContext: LocaleContext) =>
  z.object({
    until: requiredDay,
    price: optionalAmount(localeContext).refine((cents) => cents === null || cents > 0, 'validation:amountPositive'),
    projects: limit,
    bids_per_month: limit,
    active_contracts: limit,
    users: limit,
    reason: requiredText(500),
  })
