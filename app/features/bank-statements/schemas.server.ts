import { z } from 'zod'
import { optionalText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { rowSettlements } from '#db/vocabulary/statements.ts'

export const uploadSchema = z.object({ submissionId: submissionIdField })

export const decisionSchema = z.object({ decision: z.enum(['confirm', 'discard'], { error: 'validation:choice' }) })

/** What explains a row that went out. */
export const settleSchema = z.object({
  as: z.enum(rowSettlements, { error: 'validation:choice' }),
  runNumber: z.coerce.number('bankstatements:refused.notTheRun').int('bankstatements:refused.notTheRun').optional(),
  archiveId: optionalText(60),
})
