import { z } from 'zod'
import { optionalText, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { maxAppeals, maxContact, maxReason } from './limits.ts'

/** The form of an award. Whether it needs a reason is known to the verb. */
export const awardSchema = z.object({
  submissionId: submissionIdField,
  /** Of the page that said that the user's mandate does not cover the sum. */
  asks: z.literal('approval').optional().catch(undefined),
  reason: optionalText(maxReason),
  contact: requiredText(maxContact),
  appeals: optionalText(maxAppeals),
  fallbackBidId: z.uuid({ error: 'validation:choice' }).optional(),
})
