import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { Chain } from './chain.server.ts'
import type { CheckedLink, Finding } from './chain.ts'
import { type LinkKind, linkKinds } from './link-kind.ts'

/** Links on one page. */
const pageSize = 100

/** A link to read, in the reader's language. */
export type ReadableLink = {
  /** Its place in the chain, from 1, by which others point to it. */
  number: number
  title: string
  /** With the name of the time zone. */
  when: string
  at: number
  who: string
  note: string | null
  hash: string | null
  isStored: boolean
  /** What it names by its hash; `place` is that link's address on the chain's page, null where the reader does not see it. */
  names: { what: string; hash: string; place: string | null }[]
  findings: readonly Finding[]
  /** The page that shows it; null for an admin, who reads it in the case file. */
  to: string | null
}

export type ReadableChain = {
  links: ReadableLink[]
  total: number
  page: number
  pages: number
  /** Every link with a finding, wherever it stands. */
  broken: { title: string; place: string }[]
  /** What the reader does not see, in words. */
  hidden: string[]
}

/** A page of a chain, from 1, for a reader. `isParty` says whether the pages of its links are theirs to open. */
export function readableChain(chain: Chain, reader: Reader, asked: number, isParty: boolean): ReadableChain {
  const { links, hidden } = chain
  const t = i18nFor(reader.locale).getFixedT(null, 'chain')
  const pages = Math.max(1, Math.ceil(links.length / pageSize))
  const page = Math.min(Math.max(1, asked), pages)
  const places = new Map(links.map((link, index) => [`${link.kind} ${link.id}`, index]))
  const placeOf = (link: Pick<CheckedLink, 'kind' | 'id'>) => {
    const index = places.get(`${link.kind} ${link.id}`) ?? 0
    return `?page=${Math.floor(index / pageSize) + 1}#link-${index + 1}`
  }
  const title = titles(reader)
  const start = (page - 1) * pageSize
  return {
    ...{ total: links.length, page, pages },
    broken: links.flatMap((link) => (link.findings.length > 0 ? [{ title: title(link), place: placeOf(link) }] : [])),
    hidden: linkKinds.flatMap((kind) => (hidden.includes(kind) ? [t(`kind.${kind}`)] : [])),
    links: links.slice(start, start + pageSize).map((link, index) => ({
      number: start + index + 1,
      title: title(link),
      ...{ when: reader.format.deadline(link.at), at: link.at },
      who: [link.person ?? (link.kind === 'sealed_file' || isMoney(link) ? t('system') : null), link.company]
        .filter(Boolean)
        .join(' · '),
      note: noteOf(link, reader),
      ...{ hash: link.hash, isStored: link.isStored, findings: link.findings },
      names: link.names.map(({ says, hash, named }) => ({
        what: t(`names.${says}`),
        hash,
        place: named && placeOf(named),
      })),
      to: isParty ? addressOf(link, chain) : null,
    })),
  }
}

const isMoney = ({ kind }: CheckedLink) => kind === 'step' || kind === 'posting'

/** What a link is, in one line. */
function titles({ locale, format }: Reader): (link: CheckedLink) => string {
  const t = i18nFor(locale).getFixedT(null, 'chain')
  const tEscrow = i18nFor(locale).getFixedT(null, 'escrow')
  const tContract = i18nFor(locale).getFixedT(null, 'contracts')
  const tSecurity = i18nFor(locale).getFixedT(null, 'securities')
  return ({ kind, facts }) => {
    const of = (what: string) =>
      facts.milestone ? tEscrow('event.of', { event: what, title: String(facts.milestone) }) : what
    if (kind === 'step') {
      const action = String(facts.action)
      if (facts.milestone === null) return tContract(`event.${action}` as 'event.terminate')
      return of(tEscrow(`event.${action.startsWith('remind') ? 'remind' : action}` as 'event.fund'))
    }
    const amount = (cents: unknown) => format.money(Number(cents), String(facts.currency))
    if (kind === 'posting') {
      const posting = of(tEscrow(`ledger.kinds.${facts.posting as 'fund'}`))
      return t('entry.posting', { posting, amount: amount(facts.movedCents) })
    }
    if (kind === 'estimate') return t('entry.estimate', { amount: amount(facts.netCents) })
    if (kind === 'payment_certificate')
      return of(t('entry.payment_certificate', { name: facts.name, amount: amount(facts.grossCents) }))
    if (kind === 'invoice')
      return t(`entry.${facts.invoice as 'invoice'}`, { number: facts.number, amount: amount(facts.grossCents) })
    if (kind === 'security_step') {
      const security = tSecurity(`purpose.${facts.purpose as 'performance'}`)
      const step = tSecurity(`step.${facts.action as 'record'}`)
      return t('entry.security_step', { security, number: facts.number, step })
    }
    return t(`entry.${kind}`, facts)
  }
}

function noteOf({ kind, facts }: CheckedLink, { locale, format }: Reader): string | null {
  const t = i18nFor(locale).getFixedT(null, 'chain')
  if (kind === 'sealed_file') return t('fileHash', { hash: facts.file })
  if (kind !== 'posting') return null
  const amount = (cents: unknown) => format.money(Number(cents), String(facts.currency))
  return t('held', { held: amount(facts.heldCents), retained: amount(facts.retainedCents) })
}

/** Where a party reads a link. */
function addressOf({ kind, id, facts }: CheckedLink, { contract, links }: Chain): string | null {
  const bid = links.find((link) => link.kind === 'bid')?.id
  const addresses: Record<LinkKind, string | null> = {
    estimate: null,
    tender_set: `/projects/${contract.projectId}/tender-set/${facts.edition}`,
    bid: `/bids/${id}`,
    letter: bid ? `/bids/${bid}/decision` : null,
    contract: `/contracts/${contract.id}/document`,
    signature: `/contracts/${contract.id}/certificate`,
    change_order: `/contracts/${contract.id}/changes/${id}`,
    change_signature: `/contracts/${contract.id}/changes`,
    step: `/escrow/${contract.id}`,
    payment_certificate: `/valuations/${facts.valuation}`,
    posting: `/escrow/${contract.id}`,
    dispute_decision: `/disputes/${facts.subject}/decision`,
    invoice: `/invoicing/${id}`,
    handover: `/contracts/${contract.id}/handover/${facts.number}`,
    handover_signature: `/contracts/${contract.id}/handover/${facts.number}`,
    final_account: `/contracts/${contract.id}/final-account`,
    final_account_signature: `/contracts/${contract.id}/final-account`,
    security_step: `/contracts/${contract.id}/securities`,
    sealed_file: null,
  }
  return addresses[kind]
}
