import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'

/** A reminder by mail, or one that is printed and given by hand. */
export const reminderSchema = z.discriminatedUnion(
  'way',
  [
    z.object({
      way: z.literal('mail'),
      submissionId: submissionIdField,
      email: emailSchema('validation:required', 'validation:email'),
    }),
    z.object({ way: z.literal('hand'), submissionId: submissionIdField }),
  ],
  { error: 'validation:choice' },
)

/** Why the clock does not remind of an invoice. */
export const holdSchema = z.object({ reason: requiredText(500) })
