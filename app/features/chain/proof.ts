import type { ChainLink } from './chain.ts'
import type { LinkKind } from './link-kind.ts'

/** The file that `verify-proof.mjs` reads; docs/operations.md describes its format. Never change version 1: files of it are kept for years. */
export type Proof = {
  format: 'groundwork-proof'
  version: 1
  /** Where it was made, and when (ISO 8601, UTC). */
  origin: string
  madeAt: string
  contract: { id: string; number: string }
  /** Kinds of links that whoever downloaded it may not see. */
  leftOut: LinkKind[]
  links: { kind: LinkKind; sha256: string | null; text: string | null }[]
}

type Of = {
  contract: Proof['contract']
  hidden: readonly LinkKind[]
  links: readonly Pick<ChainLink, 'kind' | 'hash' | 'text'>[]
}

/** The proof of a chain, without its own hash (`sealOf`). `now` in UTC ms. */
export const proofOf = ({ contract, hidden, links }: Of, origin: string, now: number): Proof => ({
  ...{ format: 'groundwork-proof', version: 1, origin, madeAt: new Date(now).toISOString() },
  contract: { id: contract.id, number: contract.number },
  leftOut: [...hidden],
  links: links.map(({ kind, hash, text }) => ({ kind, sha256: hash, text })),
})
