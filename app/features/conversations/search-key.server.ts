import { randomInt } from 'node:crypto'

const [first, size] = [0xe000, 6_400]

/**
 * The key of a new conversation in the full text: three characters of private use, which are one trigram and never part of what
 * people write. One of 2.6 × 10¹¹; the table refuses a second one that is the same.
 */
export const newSearchKey = (): string => String.fromCharCode(...[0, 1, 2].map(() => first + randomInt(size)))
