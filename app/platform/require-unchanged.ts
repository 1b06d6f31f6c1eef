import { z } from 'zod'
import { conflict } from './errors.ts'

/** The version (its `updatedAt`) of the record that a form was filled in from, as the form carries it hidden. */
export const seenField = z.coerce.number().optional()

/**
 * Refuses a change by a form that was filled in from an older version than the stored one. `own` is the version that the same
 * form has stored before: going back, editing and sending again is no conflict with oneself.
 * @throws AppError conflict; the form shows it with what was typed, and sends it anew with the stored version
 */
export function requireUnchanged(storedAt: number, seen: number | undefined, own?: number): void {
  if (seen === undefined || seen === storedAt || own === storedAt) return
  throw conflict('errors:editedMeanwhile')
}
