import { maxExported } from '#app/features/messages/limits.ts'

export type Part = { from: number; to: number }

/** The parts of a conversation with this many messages, by their `seq`; each is a file of its own. The last grows with the conversation. */
export function partsOf(lastSeq: number): Part[] {
  const count = Math.max(1, Math.ceil(lastSeq / maxExported))
  return Array.from({ length: count }, (_, index) => ({
    from: index * maxExported + 1,
    to: Math.max(1, Math.min((index + 1) * maxExported, lastSeq)),
  }))
}
