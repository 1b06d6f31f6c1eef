import type { CompanyRole } from '#db/vocabulary/accounts.ts'

/** How far somebody may bind their company: in cents of a euro, null without a limit, 0 not at all. */
export type Mandate = number | null

/** The mandate of a company role with what was set for the person, if anything was (TEAM-7). */
export function mandateOf(role: CompanyRole, set: { limitCents: number | null } | null): Mandate {
  if (set) return set.limitCents
  return role === 'owner' ? null : 0
}

/** What an act binds the company to. */
export type Stake = { amountCents: number; currency: string }
export type MandateRefusal = 'none' | 'aboveLimit' | 'otherCurrency'

/**
 * Why a mandate does not cover an act, or null if it does. A limit is in euros and says nothing about another currency, so that
 * such an act needs a mandate without a limit.
 */
export function mandateRefusal(mandate: Mandate, { amountCents, currency }: Stake): MandateRefusal | null {
  if (mandate === null) return null
  if (mandate === 0) return 'none'
  if (currency !== 'EUR') return 'otherCurrency'
  return amountCents <= mandate ? null : 'aboveLimit'
}
