import { z } from 'zod'
import { textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parsePercent } from '#app/platform/money.ts'
import { maxLateInterestBp, maxPaymentDays } from './limits.ts'

/** The longest clause that can be commented on: the whole of the terms. */
const maxClause = 50_000

/** A comment on a clause, or on the contract as a whole; `clause` is the clause as the form showed it. */
export const commentSchema = z.object({
  submissionId: submissionIdField,
  clause: textOrEmpty(maxClause).transform((clause) => clause || null),
  comment: textOrEmpty(5000),
  wording: textOrEmpty(maxClause).transform((wording) => wording || null),
})

export const paymentTermsSchema = perLocaleContext((localeContext) =>
  z
    .object({
      submissionId: submissionIdField,
      paymentDays: z.coerce
        .number({ error: 'validation:number' })
        .int('validation:number')
        .min(0, 'validation:number')
        .max(maxPaymentDays, `negotiation:invalid.paymentDays?count=${maxPaymentDays}`),
      lateInterest: z
        .string()
        .optional()
        .transform((typed, issues) => {
          if (!typed?.trim()) return null
          const bp = parsePercent(typed, localeContext.decimalMark)
          if (bp !== null && bp > 0 && bp <= maxLateInterestBp) return bp
          issues.addIssue({
            code: 'custom',
            message: `negotiation:invalid.lateInterest?max=${maxLateInterestBp / 100}`,
          })
          return z.NEVER
        }),
      conditions: textOrEmpty(2000),
    })
    .transform(({ lateInterest, ...rest }) => ({ ...rest, lateInterestBp: lateInterest })),
)

/** The buttons below a proposal. */
export const answerSchema = z.enum(['accept', 'reject', 'withdraw'])
