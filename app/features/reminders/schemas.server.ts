import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parsePercent } from '#app/platform/money.ts'

/** That somebody means it, within a week of the last one. */
const again = z.boolean().default(false)

/** A reminder by mail, or one that is printed and given by hand. */
export const reminderSchema = z.discriminatedUnion(
  'way',
  [
    z.object({
      way: z.literal('mail'),
      ...{ submissionId: submissionIdField, again },
      email: emailSchema('validation:required', 'validation:email'),
    }),
    z.object({ way: z.literal('hand'), submissionId: submissionIdField, again }),
  ],
  { error: 'validation:choice' },
)

/** Why the clock does not remind of an invoice. */
export const holdSchema = z.object({ reason: requiredText(500) })

/** The reference rate of a half of the year, with its source. */
export const rateSchema = ({ decimalMark }: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      half: z.string({ error: 'validation:choice' }).regex(/^\d{4}-[12]$/, 'validation:choice'),
      rate: z.string({ error: 'validation:required' }).transform((typed, issues) => {
        const bp = typed.length > 10 ? null : parsePercent(typed.replace(/%/g, ''), decimalMark)
        if (bp !== null) return bp
        issues.addIssue({ code: 'custom', message: 'reminders:refused.rate' })
        return z.NEVER
      }),
      source: requiredText(300),
    })
    .transform(({ rate: rateBp, ...rest }) => ({ ...rest, rateBp }))
