import { z } from 'zod'
import { textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { terminationGrounds } from '#db/vocabulary/contracts.ts'
import { remedyDays, terminationActions } from './termination.ts'

/** A notice of termination: the ground, the days to remedy it, and what happened. */
export const claimSchema = z.object({
  submissionId: submissionIdField,
  ground: z.enum(terminationGrounds, { error: 'validation:choice' }),
  days: z.coerce
    .number({ error: 'validation:required' })
    .int('validation:number')
    .optional()
    .transform((days) => days ?? remedyDays.least),
  reason: requiredText(2000),
})

/** The next step of either party. */
export const stepSchema = z.object({
  submissionId: submissionIdField,
  decision: z.enum(terminationActions, { error: 'validation:choice' }),
  reason: textOrEmpty(2000),
})
