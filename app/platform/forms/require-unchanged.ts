import { z } from 'zod'
import { conflict } from '#app/platform/errors.ts'

/** The version (`updatedAt`) of the record from which a form was filled in; the form sends it as a hidden field. */
export const expectedVersionField = z.coerce.number().optional()

/** The version that the page of a button showed, sent beside the button by a form without a schema. */
export const expectedVersionOf = (form: FormData): number | undefined =>
  expectedVersionField.safeParse(form.get('expectedVersion') ?? undefined).data

/**
 * Refuses a step that cannot be taken back (issuing, sending, submitting, publishing) on content other than its page showed,
 * because it was changed meanwhile.
 * @throws AppError conflict; the page shows the current content, and the button is pressed again on purpose
 */
export function requireSeen(storedAt: number, expectedVersion: number | undefined): void {
  if (expectedVersion !== undefined && expectedVersion !== storedAt) throw conflict('errors:concurrentChange')
}

/**
 * Refuses a change by a form that was filled in from an older version than the stored one. `own` is the version that
 * the same form stored before, because going back, editing and sending again does not conflict with oneself.
 * @throws AppError conflict; the form shows it with the user's input, and sends again with the stored version
 */
export function requireUnchanged(storedAt: number, expectedVersion: number | undefined, own?: number): void {
  if (expectedVersion === undefined || expectedVersion === storedAt || own === storedAt) return
  throw conflict('errors:editConflict')
}
