import { invalid } from '#app/platform/errors.ts'

/** The ids that checkboxes of one name sent, without duplicates. None of our forms sends more than `most`. */
export function idsOf(form: FormData, name: string, most = 500): string[] {
  return [...new Set(form.getAll(name).filter((value) => typeof value === 'string'))].filter(Boolean).slice(0, most)
}

/**
 * Reads a yes or no button; a missing value decides nothing.
 * @throws AppError invalid
 */
export function readBoolean(form: FormData, name: string): boolean {
  const value = form.get(name)
  if (value !== 'true' && value !== 'false') throw invalid('validation:choice', { field: name })
  return value === 'true'
}
