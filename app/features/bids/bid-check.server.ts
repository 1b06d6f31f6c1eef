import { decimalText } from '#app/platform/money.ts'
import { type CanonicalRecord, readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { bidSeals } from '#db/schema/bids.ts'
import { type BidParts, type BidRow, digestOf, isSealIntact } from './bid-document.server.ts'
import { canonicalBid } from './bid-seal.ts'

type KeptSeal = Pick<typeof bidSeals.$inferSelect, 'revision' | 'digest' | 'text' | 'sealedAt'>

export type BidFinding =
  /** The kept text of a revision is not the one that was sealed. */
  | { kind: 'text'; revision: number }
  /** The bid's rows, or its stored totals, are not what was sealed last, in these fields of the text; none named where no text was kept. */
  | { kind: 'rows'; revision: number; fields: string[] }

/**
 * Compares a bid's rows with what was sealed: each kept text with its hash, and the text that the rows give now, with the stored totals,
 * with the last seal. `seals` are all of the bid's; their order does not matter. Empty when everything is as it was sealed.
 */
export function checkBid(bid: BidRow, parts: BidParts, seals: readonly KeptSeal[]): BidFinding[] {
  const newestFirst = [...seals].sort((a, b) => b.revision - a.revision)
  const findings = newestFirst.flatMap(({ revision, digest, text }): BidFinding[] =>
    text === null || digestOf(text) === digest ? [] : [{ kind: 'text', revision }],
  )
  if (isSealIntact(bid, parts, newestFirst)) return findings
  const kept = newestFirst[0]?.text
  const fields = kept ? differingFields(readCanonicalText(kept).fields, fieldsNow(bid, parts)) : []
  return [...findings, { kind: 'rows', revision: bid.revision, fields }]
}

/** The fields of the text that the rows give now, with the stored totals for those that the lines add up to. */
function fieldsNow(bid: BidRow, parts: BidParts): CanonicalRecord {
  const { fields } = readCanonicalText(canonicalBid({ ...bid, ...parts }))
  const totals = { net: bid.netCents, VAT: bid.vatCents, gross: bid.grossCents }
  return new Map([...fields, ...Object.entries(totals).map(([name, cents]) => [name, decimalText(cents)] as const)])
}

/** Where two records differ, by the names of their fields: `approach`, `lines 2: unit price`. */
function differingFields(sealed: CanonicalRecord, now: CanonicalRecord, prefix = ''): string[] {
  const names = new Set([...sealed.keys(), ...now.keys()])
  return [...names].flatMap((name) => {
    const [before, after] = [sealed.get(name) ?? '', now.get(name) ?? '']
    if (typeof before === 'string' || typeof after === 'string') return before === after ? [] : [prefix + name]
    const count = Math.max(before.length, after.length)
    return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      differingFields(before[index] ?? new Map(), after[index] ?? new Map(), `${prefix}${name} ${index + 1}: `),
    )
  })
}
