import { createContext, useContext } from 'react'

/** Addresses that the reader has no right to, as app/routes.ts writes them (`bids/:bidId/award`): to open, and to post to. */
type RefusedAddresses = { open: readonly string[]; post: readonly string[] }

/** Set by the workspace; elsewhere nothing is refused. */
export const RefusedAddressesContext = createContext<RefusedAddresses>({ open: [], post: [] })

/** Tells of an address of ours whether the reader would be refused there, so that nothing on the page should lead to it. */
export function useRefusals(): (to: unknown, way?: 'open' | 'post') => boolean {
  const refused = useContext(RefusedAddressesContext)
  return (to, way = 'open') => typeof to === 'string' && refused[way].length > 0 && matchesAny(refused[way], to)
}

/** The same of one address. */
export function useIsRefused(to: unknown, way: 'open' | 'post' = 'open'): boolean {
  return useRefusals()(to, way)
}

/** Whether a path, with or without its query, is one of these addresses. */
export function matchesAny(addresses: readonly string[], to: string): boolean {
  const parts = partsOf(to)
  let known = split.get(addresses)
  if (!known) {
    known = addresses.map(partsOf)
    split.set(addresses, known)
  }
  return known.some(
    (wanted) =>
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at]),
  )
}

/** The addresses in parts: each link of a page asks. */
const split = new WeakMap<readonly string[], string[][]>()

function partsOf(path: string): string[] {
  const [pathname = ''] = path.split(/[?#]/, 1)
  return pathname.split('/').filter(Boolean)
}
