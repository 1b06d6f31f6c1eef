import { invalid } from './errors.ts'

/** The ids that boxes of one name sent, each once; no form of ours sends more than `most`. */
export function idsOf(form: FormData, name: string, most = 500): string[] {
  return [...new Set(form.getAll(name).filter((value) => typeof value === 'string'))].filter(Boolean).slice(0, most)
}

/**
 * What a pair of buttons sent. Nothing is decided by leaving it out.
 * @throws AppError invalid
 */
export function yesOrNo(form: FormData, name: string): boolean {
  const value = form.get(name)
  if (value !== 'true' && value !== 'false') throw invalid('validation:choice', { field: name })
  return value === 'true'
}
