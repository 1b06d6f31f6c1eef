import { z } from 'zod'
import { optionalText, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { maxAppeals, maxContact, maxReason } from './limits.ts'
import { groundNames, revocationKinds } from './revocation.ts'

/** The form of an award. Whether it needs a reason is known to the verb. */
export const awardSchema = z.object({
  submissionId: submissionIdField,
  /** Of the page that said that the user's mandate does not cover the sum. */
  asks: z.literal('approval').optional().catch(undefined),
  reason: optionalText(maxReason),
  contact: requiredText(maxContact),
  appeals: optionalText(maxAppeals),
  fallbackBidId: z.uuid({ error: 'validation:choice' }).optional(),
  optionIds: z.array(z.uuid()).default([]),
})

/** The form of a revocation. Whether it needs a ground and details is known to the verb too. */
export const revocationSchema = z.object({
  submissionId: submissionIdField,
  kind: z.enum(revocationKinds, { error: 'validation:choice' }),
  reason: requiredText(maxReason),
  ground: z.enum(groundNames, { error: 'validation:choice' }).optional(),
  details: optionalText(maxReason),
  contact: requiredText(maxContact),
  appeals: optionalText(maxAppeals),
})
