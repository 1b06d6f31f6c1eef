import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'

/** Why two records may be the same client, the surest first. */
export const doubleReasons = ['businessId', 'vatNumber', 'email', 'name'] as const
export type DoubleReason = (typeof doubleReasons)[number]

export type Candidate = {
  id: string
  name: string
  businessId: string | null
  vatNumber: string | null
  email: string | null
  country: string
  linkedCompanyId: string | null
}
export type Double<Of extends Candidate> = { kept: Of; other: Of; reasons: DoubleReason[] }

/** Legal forms, which people write or leave out. */
const forms = new Set(
  'oy oyj ab abp ky tmi ay ry osk as asa ans da aps ltd limited llc plc inc gmbh ag kg ug sl sa sas sarl shpk sha'.split(
    ' ',
  ),
)

/** A name without case, diacritics, punctuation and legal forms; with them where nothing else is in it. */
export function plainName(name: string): string {
  const words = normalizeForSearch(name.normalize('NFKC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const own = words.filter((word) => !forms.has(word))
  return (own.length > 0 ? own : words).join(' ')
}

/** What two records of one client have in common. */
export const keysOf: Record<DoubleReason, (one: Candidate) => string | null> = {
  businessId: ({ businessId, country }) => businessId && `${country === 'AX' ? 'FI' : country} ${businessId}`,
  vatNumber: ({ vatNumber }) => vatNumber,
  email: ({ email }) => email?.toLowerCase() ?? null,
  name: ({ name }) => plainName(name) || null,
}

const differs = (one: string | null, other: string | null) => one !== null && other !== null && one !== other

/** Whether two records cannot be one client: other companies on the platform. */
export const areTwoCompanies = (one: Candidate, other: Candidate) => differs(one.linkedCompanyId, other.linkedCompanyId)

/** Different numbers are different clients, whatever else is the same. */
export const areDifferent = (one: Candidate, other: Candidate) =>
  areTwoCompanies(one, other) ||
  differs(keysOf.businessId(one), keysOf.businessId(other)) ||
  differs(one.vatNumber, other.vatNumber)

/** So many different clients with one key are compared: an accountant's address, or a frequent name. */
const maxDifferent = 20

/**
 * The records that may be of one client, given oldest first: each with the oldest that it may be a double of, those with the surest
 * reasons first.
 */
export function findDoubles<Of extends Candidate>(candidates: readonly Of[]): Double<Of>[] {
  const found = new Map<string, Double<Of>>()
  for (const reason of doubleReasons) {
    const known = new Map<string, Of[]>()
    for (const one of candidates) {
      const key = keysOf[reason](one)
      if (key === null) continue
      const others = known.get(key) ?? []
      const kept = others.find((other) => !areDifferent(one, other))
      if (kept) {
        const pair = `${kept.id} ${one.id}`
        const before = found.get(pair) ?? { kept, other: one, reasons: [] }
        found.set(pair, { ...before, reasons: [...before.reasons, reason] })
      } else if (others.length < maxDifferent) known.set(key, [...others, one])
    }
  }
  return [...found.values()]
}
