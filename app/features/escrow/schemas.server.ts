import { z } from 'zod'
import { textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import {
  dayUpToToday,
  optionalAmount,
  optionalText,
  requiredAmount,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { compactReference, isReference } from '#app/platform/reference-number.ts'
import { currencies } from '#db/vocabulary/currencies.ts'

/** As the statement names it, in one spelling. */
const optionalIban = z
  .string()
  .transform((typed) => compactIban(typed))
  .refine(isIban, 'escrow:transfer.notIban')
  .optional()

export const submitSchema = z.object({ submissionId: submissionIdField, note: requiredText(5000) })

export const approveSchema = z.object({ submissionId: submissionIdField, expectedVersion: expectedVersionField })

/** A reason that the other party can read. */
export const reasonSchema = z.object({ submissionId: submissionIdField, reason: requiredText(2000) })

/** A request for a refund: a part of what is held, or all of it where no amount is typed. */
export const requestRefundSchema = (localeContext: LocaleContext) =>
  reasonSchema.extend({ amount: optionalAmount(localeContext) })

export const releaseSchema = z.object({
  submissionId: submissionIdField,
  /** Of a page that said that the user's mandate does not cover it: the release waits for a colleague's approval. */
  asks: z.literal('approval').optional().catch(undefined),
  password: z.string().optional(),
})

/** With the reason for releasing it before the handover that the contract holds it for. */
export const releaseRetentionSchema = releaseSchema.extend({ reason: textOrEmpty(2000) })

/** With the retention, in cents, that the page said the release pays. */
export const releaseMilestoneSchema = releaseSchema.extend({
  expectedRetentionCents: z.coerce.number('validation:required'),
})

/** The answer to a refund request: the provider consents or refuses, or the client withdraws it. */
export const refundSchema = z.object({
  submissionId: submissionIdField,
  decision: z.enum(['consent', 'refuse', 'cancel'], { error: 'validation:choice' }),
  reason: textOrEmpty(2000),
  /** What the page said that the client asks for, in cents. */
  expectedRefundCents: z.coerce.number('validation:required').optional(),
  password: z.string().optional(),
})

export const resolveSchema = (localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    clientAmount: optionalAmount(localeContext).transform((cents) => cents ?? 0),
    providerAmount: optionalAmount(localeContext).transform((cents) => cents ?? 0),
    reason: requiredText(2000),
    password: z.string().optional(),
  })

export const transferSchema = (localeContext: LocaleContext) =>
  z.object({
    /** Empty where the payment has none. */
    reference: z
      .string()
      .max(40, 'escrow:transfer.notReference')
      .refine(isReference, 'escrow:transfer.notReference')
      .transform(compactReference)
      .optional()
      .transform((reference) => reference ?? ''),
    amount: requiredAmount(localeContext),
    currency: z.enum(currencies, { error: 'validation:choice' }),
    payerName: requiredText(200),
    payerIban: optionalIban,
    message: optionalText(140),
    paidOn: dayUpToToday('escrow:transfer.paidInFuture'),
    archiveId: requiredText(64),
  })
