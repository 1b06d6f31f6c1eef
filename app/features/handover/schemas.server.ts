import { z } from 'zod'
import { signerRole, textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import {
  dayUpToToday,
  optionalDay,
  optionalText,
  requiredName,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { handoverResults } from '#db/vocabulary/handover.ts'
import { maxDefects } from './limits.ts'

const defectSchema = z.object({
  /** Of one that the protocol has; empty for another. */
  id: z.string().optional(),
  description: requiredText(1000),
  place: textOrEmpty(200),
  responsible: z.enum(contractParties, { error: 'validation:choice' }),
  dueOn: optionalDay,
})

/** The form of a handover protocol. */
export const handoverSchema = z.object({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  heldOn: dayUpToToday('handover:invalid.later'),
  present: requiredText(2000),
  result: z.enum(handoverResults, { error: 'validation:choice' }),
  reasons: textOrEmpty(5000),
  claims: textOrEmpty(5000),
  defects: z.array(defectSchema).max(maxDefects, `handover:invalid.tooMany?count=${maxDefects}`).default([]),
})

/** The form with which a party signs a protocol. */
export const signHandoverSchema = z.object({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  typedName: requiredName(200),
  ...signerRole,
  nameReason: optionalText(500),
  password: z.string({ error: 'validation:required' }),
})
