import { v7, validate } from 'uuid'
import { z } from 'zod'

/** The idempotency key that a form carries hidden (`withIdempotencyKey` of #db/idempotency-keys.server.ts). */
export const newSubmissionId = (): string => v7()

/** The same in a form's schema; what is not an id of ours counts as none. */
export const submissionIdField = z
  .string()
  .optional()
  .transform((value) => (value && validate(value) ? value : undefined))

/** The same of a form that has no schema: a button. */
export function submissionIdOf(form: FormData): string | undefined {
  const value = form.get('submissionId')
  return typeof value === 'string' && validate(value) ? value : undefined
}
