import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { requiredAmount, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'

const submission = { submissionId: submissionIdField }

export const fundSchema = z.object({ ...submission, password: z.string().optional() })

/** What an admin does with money in suspense. */
export const suspenseSchema = (localeContext: LocaleContext) =>
  z.discriminatedUnion('intent', [
    z.object({ ...submission, intent: z.literal('fund'), milestoneId: z.string().max(50).optional() }),
    z.object({ ...submission, intent: z.literal('plan') }),
    z.object({
      ...submission,
      intent: z.literal('balance'),
      businessId: requiredText(20),
      amount: requiredAmount(localeContext),
    }),
  ])

/** What admins do with a transfer that was recorded wrongly. */
export const reversalSchema = z.discriminatedUnion('intent', [
  z.object({ ...submission, intent: z.literal('propose'), reason: requiredText(1000) }),
  z.object({ ...submission, intent: z.literal('confirm'), reversalId: z.string() }),
  z.object({ ...submission, intent: z.literal('decline'), reversalId: z.string() }),
])
