import { invalid } from '#app/platform/errors.ts'
import { cleaned, isPlain } from '#app/platform/forms/field-schemas.ts'
import { isBlank, plainLine, plainLines } from '#app/platform/text/plain-text.ts'

/** Cleans typed text as every form does. @throws AppError invalid for invisible or direction-changing characters. */
function cleanText(typed: string, field: string): string {
  const text = cleaned(typed)
  if (!isPlain(text)) throw invalid('validation:characters', { field })
  return text
}

/**
 * Cleans and checks the name of a group (GRP-3).
 * @throws AppError invalid if it is blank or too long.
 */
export function groupName(name: string): string {
  const trimmed = plainLine(cleanText(name, 'name'))
  if (isBlank(trimmed)) throw invalid('chatrefused:nameMissing', { field: 'name' })
  if (trimmed.length > maxNameLength)
    throw invalid('chatrefused:nameLong', { field: 'name', params: { count: maxNameLength } })
  return trimmed
}

/** Cleans and checks the description of a group (GRP-3). @throws AppError invalid if it is too long. */
export function groupDescription(description: string): string {
  const trimmed = plainLines(cleanText(description, 'description'))
  if (trimmed.length > maxDescriptionLength)
    throw invalid('chatrefused:descriptionLong', { field: 'description', params: { count: maxDescriptionLength } })
  return trimmed
}

/**
 * Cleans tags, drops a leading # and duplicates regardless of case, and checks their number and length (GRP-3).
 * @throws AppError invalid
 */
export function groupTags(tags: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const tag of tags) {
    const trimmed = plainLine(cleanText(tag, 'tags')).replace(/^#+\s*/, '')
    const key = trimmed.toLowerCase()
    if (trimmed && !unique.has(key)) unique.set(key, trimmed)
  }
  const list = [...unique.values()]
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
