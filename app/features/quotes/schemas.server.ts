import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { percentField } from '#app/features/invoicing/content/content-fields.server.ts'
import { invoiceSchema, shareDurations } from '#app/features/invoicing/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { optionalText, requiredDay, requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'

const button = { submissionId: submissionIdField, expectedVersion: expectedVersionField }
const reason = optionalText(2000).transform((typed) => typed ?? '')

/** The form of a quote: that of an invoice, what it is about, and until when it can be accepted. */
export const quoteSchema = (localeContext: LocaleContext) =>
  invoiceSchema(localeContext, 'quote').and(
    z.object({
      title: requiredText(200),
      validUntil: requiredDay.refine((day) => day >= businessDay(Date.now()), 'quotes:form.inPast'),
    }),
  )

/** How it goes to the client, and that the client agrees to a version that replaces what they have read. */
export const sendSchema = acrossFields(
  z.object({
    ...button,
    way: z.enum(['mail', 'hand'], { error: 'validation:choice' }),
    email: emailSchema('validation:required', 'validation:email').optional(),
    isAgreed: z.boolean().default(false),
  }),
  ({ way, email }, { refuse }) => {
    if (way === 'mail' && !email) refuse('validation:required', 'email')
  },
).transform(({ way, email, ...rest }) => ({ ...rest, email: way === 'mail' ? (email ?? null) : null }))

export const withdrawSchema = z.object({ ...button, reason, isAgreed: z.boolean().default(false) })

/** An answer that came another way: who gave it, and how. */
export const recordSchema = z.object({
  ...button,
  outcome: z.enum(['accepted', 'declined'], { error: 'validation:choice' }),
  name: requiredName(200),
  reason: requiredText(2000),
})

/** The client's answers by the link. To accept, somebody says who they are and that they mean it. */
export const acceptSchema = z.object({
  name: requiredName(200),
  isMeant: z.literal(true, { error: 'validation:required' }),
})
export const declineSchema = z.object({ name: requiredName(200), reason })

/** A part of the quote in percent, or an advance. */
export const partSchema = (localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    share: percentField(localeContext).refine((bp) => bp !== null && bp > 0, 'validation:required'),
    isAdvance: z.boolean().default(false),
  })

export const shareSchema = z.object({
  days: z.coerce
    .number()
    .refine((days) => (shareDurations as readonly number[]).includes(days), 'validation:choice')
    .default(0),
})
