import { z } from 'zod'
import { textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { optionalAmount, requiredDay, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { disputeAddressees } from '#db/vocabulary/disputes.ts'

export const statementSchema = z.object({ submissionId: submissionIdField, text: requiredText(10_000) })

export const requestSchema = z.object({
  submissionId: submissionIdField,
  asked: z.enum(disputeAddressees, { error: 'validation:choice' }),
  text: requiredText(5000),
  answerBy: requiredDay,
})

export const offerSchema = (localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    clientAmount: optionalAmount(localeContext).transform((cents) => cents ?? 0),
    providerAmount: optionalAmount(localeContext).transform((cents) => cents ?? 0),
    note: textOrEmpty(5000),
    expiresOn: requiredDay,
    password: z.string().optional(),
  })

export const answerSchema = z.object({
  submissionId: submissionIdField,
  decision: z.enum(['accept', 'decline', 'withdraw'], { error: 'validation:choice' }),
  password: z.string().optional(),
})
