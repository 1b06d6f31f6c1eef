import type { Right } from '#app/features/accounts/rights.ts'

/** What an address asks for: `open` of whoever looks at it (a page, an answer of the API), `post` of its form; of two modules both. */
export type AddressRights = { open?: readonly Right[]; post?: readonly Right[] }

export const read = (...open: Right[]): AddressRights => ({ open })
export const button = (...post: Right[]): AddressRights => ({ post })
export const form = (...both: Right[]): AddressRights => ({ open: both, post: both })
/** The same rights at several addresses under one. */
export const at = (base: string, rights: AddressRights, ...names: string[]): Record<string, AddressRights> =>
  Object.fromEntries(names.map((name) => [`${base}/${name}`, rights]))
