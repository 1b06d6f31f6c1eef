import { v7 } from 'uuid'

/** A new UUIDv7, which sorts by creation time. */
export const newId = (): string => v7()

/** Below every id of this time (UTC ms) or later, and above those of before. */
export function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`
}
