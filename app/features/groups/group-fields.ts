import { invalid } from '#app/platform/errors.ts'
import { cleaned, isPlain } from '#app/platform/forms/field-schemas.ts'
import { isBlank, plainLine, plainLines } from '#app/platform/text/plain-text.ts'

/** What was typed, by the rules of every form. @throws AppError invalid for characters that hide or turn around what it says */
function plain(typed: string, field: string): string {
  const text = cleaned(typed)
  if (!isPlain(text)) throw invalid('validation:characters', { field })
  return text
}

/**
 * The name of a group as it is kept.
 * @throws AppError invalid
 */
export function groupName(name: string): string {
  const trimmed = plainLine(plain(name, 'name'))
  if (isBlank(trimmed)) throw invalid('chatrefused:nameMissing', { field: 'name' })
  if (trimmed.length > maxNameLength)
    throw invalid('chatrefused:nameLong', { field: 'name', params: { count: maxNameLength } })
  return trimmed
}

/** @throws AppError invalid */
export function groupDescription(description: string): string {
  const trimmed = plainLines(plain(description, 'description'))
  if (trimmed.length > maxDescriptionLength)
    throw invalid('chatrefused:descriptionLong', { field: 'description', params: { count: maxDescriptionLength } })
  return trimmed
}

/**
 * Tags, each once whatever its case.
 * @throws AppError invalid
 */
export function groupTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const tag of tags) {
    const trimmed = plainLine(plain(tag, 'tags')).replace(/^#+\s*/, '')
    const known = trimmed.toLowerCase()
    if (trimmed && !kept.has(known)) kept.set(known, trimmed)
  }
  const list = [...kept.values()]
  if (list.length > maxTags || list.some((tag) => tag.length > maxTagLength))
    throw invalid('chatrefused:tags', { field: 'tags', params: { count: maxTags, length: maxTagLength } })
  return list
}

/** Limits of groups (GRP-3). */
export const maxNameLength = 100
export const maxDescriptionLength = 1_000
export const maxTags = 10
export const maxTagLength = 30
export const discoverLimit = 50
export const groupSearchLimit = 20
