import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { LinkKind } from './link-kind.ts'

/** What is wrong with a link. */
export type Finding = 'noText' | 'textDiffers' | 'rowsDiffer' | 'namesUnknown' | 'unbalanced' | 'belowZero'

/** A document or an act of a contract, with the text that its hash is of. */
export type ChainLink = {
  kind: LinkKind
  /** Unique within the kind. */
  id: string
  /** UTC ms. */
  at: number
  /** Who acted: the name as signed, or that of the account today; null for the system. */
  person: string | null
  /** The company as a frozen text names it; null where none does. */
  company: string | null
  /** The canonical text; null where none was kept. */
  text: string | null
  /** SHA-256: as it was stored with the text, or, for what has no stored one, of the text that its rows give now. */
  hash: string | null
  /** Whether the hash was stored when the text was frozen. */
  isStored: boolean
  /** What its title says besides the kind: names, numbers and words of our vocabulary. */
  facts: Readonly<Record<string, string | number | null>>
  /** What its own records show to be wrong. */
  findings: readonly Finding[]
}

/** The fields of canonical texts that name another link by its hash: what each says, and the kinds of links that it can be of. */
const namingFields = new Map<string, { says: Naming; kinds: readonly LinkKind[] }>([
  ['SHA-256 of the tender set', { says: 'tenderSet', kinds: ['tender_set'] }],
  ['SHA-256 of the bid', { says: 'bid', kinds: ['bid'] }],
  ['SHA-256 of the contract', { says: 'contract', kinds: ['contract'] }],
  ['SHA-256 of the step', { says: 'step', kinds: ['step'] }],
  ['SHA-256 of the step before', { says: 'stepBefore', kinds: ['step'] }],
  ['SHA-256 of the certificate before', { says: 'certificateBefore', kinds: ['payment_certificate'] }],
  ['SHA-256 of the posting before', { says: 'postingBefore', kinds: ['posting'] }],
  ['SHA-256 of the security step before', { says: 'securityStepBefore', kinds: ['security_step'] }],
  ['document', { says: 'document', kinds: ['contract', 'change_order', 'handover', 'final_account'] }],
])
type Naming =
  | 'tenderSet'
  | 'bid'
  | 'contract'
  | 'step'
  | 'stepBefore'
  | 'certificateBefore'
  | 'postingBefore'
  | 'securityStepBefore'
  | 'document'

/** The hashes by which a text names other links, in its order. */
function namedIn(text: string | null) {
  if (text === null) return []
  return [...readCanonicalText(text).fields].flatMap(([field, hash]) => {
    const naming = namingFields.get(field)
    return naming && typeof hash === 'string' ? [{ ...naming, hash }] : []
  })
}

/**
 * The links in the order of time with what each names, and everything that is found wrong: in its own records, or because it names a
 * hash that no link has. What names a kind that the reader does not see (`hidden`) is not looked for.
 */
export function checkedChain(links: readonly ChainLink[], hidden: readonly LinkKind[]) {
  const byHash = new Map(links.map((link) => [`${link.kind} ${link.hash}`, link]))
  const order = new Map(links.map((link, index) => [link, index]))
  return [...links]
    .sort((a, b) => a.at - b.at || (order.get(a) ?? 0) - (order.get(b) ?? 0))
    .map((link) => {
      const names = namedIn(link.text).map(({ says, kinds, hash }) => {
        const named = kinds.flatMap((kind) => byHash.get(`${kind} ${hash}`) ?? [])[0] ?? null
        return { says, hash, named, isHidden: kinds.every((kind) => hidden.includes(kind)) }
      })
      const isBroken = names.some(({ named, isHidden }) => !named && !isHidden)
      return { ...link, names, findings: isBroken ? [...link.findings, 'namesUnknown' as const] : link.findings }
    })
}

export type CheckedLink = ReturnType<typeof checkedChain>[number]
