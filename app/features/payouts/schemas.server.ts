import { z } from 'zod'
import { dayUpToToday, optionalText, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { maxPayments } from './payout.ts'

const some = z.array(z.string().max(50)).min(1, 'payouts:refused.chooseSome').max(maxPayments)

export const prepareSchema = z.object({ submissionId: submissionIdField, accountIds: some })

/** What admins do with a run. */
export const runSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('approve'), password: z.string({ error: 'validation:required' }).max(1000) }),
  z.object({ intent: z.literal('discard') }),
  z.object({
    intent: z.literal('book'),
    payoutIds: some,
    bookedOn: dayUpToToday('payouts:refused.inFuture'),
    archiveId: requiredText(35),
  }),
  z.object({
    intent: z.literal('return'),
    payoutId: z.string({ error: 'validation:choice' }),
    returnedOn: dayUpToToday('payouts:refused.inFuture'),
    archiveId: optionalText(35),
    reason: requiredText(500),
  }),
])
