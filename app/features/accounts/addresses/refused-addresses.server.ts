import type { AddressRights } from '#app/features/accounts/addresses/address-right.ts'
import { addressRights } from '#app/features/accounts/addresses/address-rights.server.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { decide, type Right, rights } from '#app/features/accounts/rights.ts'

/** Addresses, as app/routes.ts writes them, that somebody's pages offer no link or no form to. */
export type RefusedAddresses = { open: string[]; post: string[] }

/**
 * The addresses that the caller's role, company role or module access refuses. Those that ask for a verified address or
 * have used up a limit stay: their pages say what is missing.
 */
export function refusedAddresses(ctx: Context): RefusedAddresses {
  const { actor } = ctx
  const held = new Set<Right>()
  for (const right of Object.keys(rights) as Right[]) {
    if (actor && decide(right, { ...actor, emailVerified: true }).allowed) held.add(right)
  }
  const name = [...held].join()
  let known = refusedWithout.get(name)
  if (!known) {
    known = { open: refusedTo(held, 'open'), post: refusedTo(held, 'post') }
    refusedWithout.set(name, known)
  }
  return known
}

/** By the rights that somebody holds, of which few sets are in use: every page asks. */
const refusedWithout = new Map<string, RefusedAddresses>()

const refusedTo = (held: ReadonlySet<Right>, way: keyof AddressRights): string[] =>
  Object.keys(addressRights).filter((address) =>
    (addressRights[address]?.[way] ?? []).some((right) => !held.has(right)),
  )
