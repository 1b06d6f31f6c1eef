import { v7, validate } from 'uuid'
import { z } from 'zod'

/** The idempotency key in a form's hidden field (`withIdempotencyKey` of #db/idempotency-keys.server.ts). */
export const newSubmissionId = (): string => v7()

/** The idempotency key in a form's schema; anything but an id of ours counts as none. */
export const submissionIdField = z
  .string()
  .optional()
  .transform((value) => (value && validate(value) ? value : undefined))

/** The idempotency key of a form without a schema, such as a button. */
export function submissionIdOf(form: FormData): string | undefined {
  const value = form.get('submissionId')
  return typeof value === 'string' && validate(value) ? value : undefined
}
