import { z } from 'zod'
import { requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'

/** The form of a contract template. */
export const templateSchema = z.object({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  name: requiredName(100),
  terms: requiredText(50_000),
})
