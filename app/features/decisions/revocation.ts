import { canonicalText } from '#app/platform/text/canonical-text.ts'
import { type Decider, type DecisionContent, iso, limitText } from './decision.ts'

/**
 * Why a client takes an award back before the contract is in force: the decision was wrong, or something new has come up (hankintaoikaisu,
 * Finnish Act 1397/2016, sections 132 to 135); no contract comes about with the bidder; or the bidder is excluded.
 */
export const revocationKinds = ['corrected', 'no_contract', 'excluded'] as const
export type RevocationKind = (typeof revocationKinds)[number]

/** Where the law has a ground: in an article of Directive 2014/24/EU, and a section of the Finnish Act 1397/2016 if it has it too. */
type Source = { article: string; section: number | null }
const article = (name: string, section: number | null): Source => ({ article: name, section })

/**
 * The grounds on which a bidder is excluded, at any moment of the procedure (article 57(5)). A client that no procurement law binds may have
 * another one, which it puts in words. Article 56(1)(b): the bidder does not meet what was asked.
 */
export const exclusionGrounds = {
  conviction: article('57(1)', 80),
  unpaid_taxes: article('57(2)', 80),
  labour_law: article('57(4)(a)', 81),
  insolvency: article('57(4)(b)', 81),
  misconduct: article('57(4)(c)', 81),
  collusion: article('57(4)(d)', 81),
  conflict: article('57(4)(e)', 81),
  preparation: article('57(4)(f)', 81),
  earlier_contract: article('57(4)(g)', 81),
  misrepresentation: article('57(4)(h)', 81),
  influence: article('57(4)(i)', 81),
  requirement: article('56(1)(b)', null),
  other: null,
} as const satisfies Record<string, Source | null>
export type ExclusionGround = keyof typeof exclusionGrounds
export const groundNames = Object.keys(exclusionGrounds) as ExclusionGround[]

/** What the client says when it takes an award back. */
export type RevocationTerms = {
  kind: RevocationKind
  /** Read by every bidder with a letter about the award. */
  reason: string
  /** Only where the bidder is excluded: the ground, and what it is based on, which that bidder alone reads. */
  ground?: ExclusionGround | undefined
  details?: string | undefined
  contact?: string | undefined
  appeals?: string | undefined
}

export type RevocationContent = Pick<DecisionContent, 'awardId' | 'projectId' | 'title' | 'client' | 'timeZone'> & {
  /** Of the decision that is revoked; null for one from before decisions were frozen. */
  decisionDigest: string | null
  chosen: { bidId: string; company: string; businessId: string | null }
  currency: string
  revokedAt: number
  revokedBy: Decider
  kind: RevocationKind
  reason: string
  ground: ExclusionGround | null
  details: string | null
  contact: string
  appeals: string | null
}

/** The text of a revocation for the client and the chosen bidder. Times in UTC (ISO 8601), the mandate in the project's currency. */
export function canonicalRevocation(content: RevocationContent): string {
  const { ground } = content
  return canonicalText('groundwork-award-revocation 1', [
    ...sharedFields(content),
    ['revoked by', content.revokedBy.name],
    ['mandate', limitText(content.revokedBy)],
    ['bid', content.chosen.bidId],
    ['ground', ground],
    ['source', ground && sourceText(exclusionGrounds[ground])],
    ['details', content.details],
  ])
}

function sourceText(source: Source | null): string | null {
  if (source === null) return null
  const act = source.section === null ? '' : `; Finnish Act 1397/2016, section ${source.section}`
  return `Directive 2014/24/EU, article ${source.article}${act}`
}

/** The text that all other bidders read. A ground of exclusion concerns its bidder alone, and can be a matter of criminal law. */
export const canonicalNotice = (content: RevocationContent): string =>
  canonicalText('groundwork-award-revocation-notice 1', sharedFields(content))

const sharedFields = ({ client, chosen, ...content }: RevocationContent) =>
  [
    ['award', content.awardId],
    ['project', content.projectId],
    ['title', content.title],
    ['client', client.name],
    ['client company', client.companyId],
    ['business id', client.businessId],
    ['SHA-256 of the decision', content.decisionDigest],
    ['currency', content.currency],
    ['time zone', content.timeZone],
    ['revoked', iso(content.revokedAt)],
    ['chosen', chosen.company],
    ['chosen business id', chosen.businessId],
    ['kind', content.kind],
    ['reason', content.reason],
    ['contact', content.contact],
    ['appeals', content.appeals],
  ] as const
