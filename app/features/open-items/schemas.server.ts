import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { dayUpToToday, optionalText, requiredAmount } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { refundMethods } from '#db/vocabulary/invoicing.ts'

/** What was paid back to the buyer, when and how. */
export const refundSchema = (localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    amount: requiredAmount(localeContext),
    paidOn: dayUpToToday('invoicing:form.paidInFuture'),
    method: z.enum(refundMethods, { error: 'validation:choice' }),
    note: optionalText(200).transform((typed) => typed || null),
  })

/** The open invoice that is paid by it, and how much. */
export const setOffSchema = (localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    against: z.string({ error: 'validation:choice' }).min(1, 'validation:choice').max(50),
    amount: requiredAmount(localeContext),
  })
