import type { BidScore } from '#app/features/evaluation/scoring.ts'
import type { Ratio } from '#app/features/projects/award-terms.ts'
import type { QualificationItem } from '#app/features/qualifications/check-qualification.ts'
import { itemFields } from '#app/features/qualifications/qualification-fields.ts'
import type { Standstill } from '#app/features/standstill/standstill.ts'
import { decimalText } from '#app/platform/money.ts'
import { type CanonicalFields, canonicalText } from '#app/platform/text/canonical-text.ts'
import type { BidStatus } from '#db/vocabulary/bids.ts'
import { type ChosenOptions, optionFields } from './decision-options.ts'
import type { Ground } from './ranks.ts'

/** What the client says with an award. */
export type AwardTerms = {
  /** Why this bid was chosen, for every bidder to read. Needed where nothing speaks for it by itself (`Ground`). */
  reason?: string | undefined
  /** Whom bidders can ask, and where and until when they can appeal: in the client's words. */
  contact?: string | undefined
  appeals?: string | undefined
  /** The bid that the client would turn to if no contract comes about. */
  fallbackBidId?: string | undefined
  /** The lines of the bid that are chosen options (BID-30). */
  optionIds?: readonly string[] | undefined
}

export const outcomes = [
  'chosen',
  'fallback',
  'not_chosen',
  'not_confirmed',
  'expired',
  'not_qualified',
  'rejected',
  'withdrawn',
] as const
export type Outcome = (typeof outcomes)[number]

/** A bid as it was when the award was decided. Amounts in cents, times in UTC ms. */
export type DecidedBid = {
  bidId: string
  companyId: string
  company: string
  businessId: string | null
  revision: number
  seal: string | null
  submittedAt: number | null
  /** The last day that it binds its bidder (YYYY-MM-DD); null where it does not say. */
  boundUntil: string | null
  outcome: Outcome
  /** The compared sum: with day-work, by the asked quantities (BID-20). */
  netCents: number
  vatCents: number
  grossCents: number
  /** Of the net, what is day-work and so no part of the contract sum; null where nothing is. */
  dayWorkCents: number | null
  /** Net of its priced options, which are in none of these sums (BID-30); null where none was asked for. */
  optionsCents?: number | null
  /** The figure that bids are ranked by: net, or the cost to a client who does not deduct VAT. */
  rankedCents: number
  /** Its place by it, or by its points, among the complete and confirmed bids, from 1, shared where they are equal; null for the others. */
  rank: number | null
  /** Its total by the award criteria (BID-12), in hundredths of a point; null where the price decides, and without a rank. */
  pointsCenti: number | null
  /** Lines that it does not price as requested. */
  gaps: number
  /** As the client levelled it (BID-7); null for a rejected or withdrawn bid. */
  levelledCents: number | null
  levelledRank: number | null
  /** Why it was rejected or withdrawn. */
  reason: string | null
  /** What was not in order of its requirements and certificates on that day (PROJ-20). */
  notInOrder: readonly QualificationItem[]
}

/** The evaluation by award criteria that an award was made on. Points are hundredths, weights basis points, times UTC ms. */
export type DecidedEvaluation = {
  ratio: Ratio
  /** Best first. */
  scores: readonly BidScore[]
  evaluators: readonly {
    id: string
    name: string
    declaredAt: number | null
    submittedAt: number | null
    reopenReason: string | null
  }[]
  points: readonly { evaluatorId: string; bidId: string; criterionId: string; pointsCenti: number; note: string }[]
}

/** Somebody who decided, with the mandate that covered it; `limitCents` is null without a limit. */
export type Decider = { name: string; limitCents: number | null }

export type DecisionContent = {
  awardId: string
  projectId: string
  projectVersion: number
  title: string
  client: { companyId: string; name: string; businessId: string | null }
  tenderSetDigest: string | null
  currency: string
  basis: 'net' | 'cost'
  /** Whether bids are ranked by points for award criteria, and by that figure only as far as it earns them. */
  byCriteria: boolean
  /** Null where the price decides. */
  evaluation: DecidedEvaluation | null
  timeZone: string | null
  openedAt: number
  /** Null where the system opened them, at the deadline. */
  openedBy: string | null
  decidedAt: number
  decidedBy: Decider
  /** Who asked for the approval, and when, if somebody did (TEAM-8). */
  askedBy: (Decider & { askedAt: number }) | null
  ground: Ground | null
  reason: string | null
  contact: string
  appeals: string | null
  /** Counted from the decision; null without one. */
  standstill: Standstill | null
  /** The SHA-256 of the revocation of the award before this one (BID-27); none where the client took none back. */
  revocationBefore?: string | null
  /** The options of the chosen bid that are chosen with it, and its sums with them; null where none is. */
  options?: ChosenOptions | null
  /** In the order of the comparison. */
  bids: readonly DecidedBid[]
  /** What the chosen bid answered, on that day, to what was asked of all bidders. */
  qualification?: readonly QualificationItem[]
  /** What the chosen bid does not price as requested, and what the client reckoned for it. */
  gaps: readonly {
    line: string
    answer: 'missing' | 'excluded' | 'differs'
    plugCents: number | null
    why: string | null
  }[]
}

/** What becomes of a bid with the award of another one, by its status before; null for a bid that nobody decides on. */
export function outcomeOf(
  bid: { id: string; status: BidStatus; isConfirmed: boolean; isExpired: boolean; isQualified: boolean },
  award: { bidId: string; fallbackBidId: string | null },
): Outcome | null {
  if (bid.id === award.bidId) return 'chosen'
  if (bid.status === 'rejected' || bid.status === 'withdrawn') return bid.status
  if (bid.status !== 'opened' && bid.status !== 'shortlisted') return null
  if (!bid.isConfirmed) return 'not_confirmed'
  if (bid.isExpired) return 'expired'
  if (!bid.isQualified) return 'not_qualified'
  return bid.id === award.fallbackBidId ? 'fallback' : 'not_chosen'
}

/** Who gets a letter: everybody whose bid stood, or was rejected. Whoever has withdrawn has left the competition. */
export const isWrittenTo = ({ outcome }: Pick<DecidedBid, 'outcome'>): boolean => outcome !== 'withdrawn'

/**
 * The text of a decision for the client's file. Amounts are decimal numbers in the project's currency, times in UTC (ISO 8601), weights
 * percentages. Version 1 had nothing of the evaluation but the total of each bid, version 2
 * is that of projects that ask no requirements and no certificates; version 4 has a standstill, version 5 the revocation before it,
 * version 6 day-work, and what was not in order of the other bids, version 7 options.
 */
export function canonicalDecision(decision: DecisionContent): string {
  const { client, askedBy, openedBy, bids, qualification = [] } = decision
  const of = (outcome: Outcome) => bids.find((bid) => bid.outcome === outcome)?.bidId ?? null
  const { revocationBefore = null } = decision
  const version = bids.some(({ optionsCents = null }) => optionsCents !== null)
    ? 7
    : bids.some(hasMore)
      ? 6
      : revocationBefore !== null
        ? 5
        : decision.standstill
          ? 4
          : qualification.length > 0
            ? 3
            : 2
  return canonicalText(`groundwork-award-decision ${version}`, [
    ['award', decision.awardId],
    ...projectFields(decision),
    ['client', [partyFields(client)]],
    ['bids opened', iso(decision.openedAt)],
    ['opened by', openedBy],
    ['decided', iso(decision.decidedAt)],
    ['decided by', decision.decidedBy.name],
    ['mandate', limitText(decision.decidedBy)],
    ['asked by', askedBy?.name ?? null],
    ['mandate of who asked', askedBy && limitText(askedBy)],
    ['asked', askedBy && iso(askedBy.askedAt)],
    ['chosen bid', of('chosen')],
    ['fallback bid', of('fallback')],
    ['ground', decision.ground],
    ['SHA-256 of the revocation before', revocationBefore],
    ...statementFields(decision),
    ...optionFields(decision),
    ['bids', bids.map(bidFields)],
    ['qualification checked', qualification.length > 0 ? iso(decision.decidedAt) : null],
    ['qualification', qualification.length > 0 ? qualification.map(itemFields) : null],
    [
      'gaps',
      decision.gaps.map(({ line, answer, plugCents, why }) => [
        ['line', line],
        ['answer', answer],
        ['reckoned', plugCents === null ? null : decimalText(plugCents)],
        ['why', why],
      ]),
    ],
    ...(decision.evaluation ? evaluationFields(decision.evaluation) : []),
  ])
}

/**
 * The text of the letter to one bidder: the chosen bid and their own, and no other. With the points of both for each criterion, which
 * are the relative advantages of the chosen one (Directive 2014/24/EU, article 55(2)(c)), and with what was not in order of their own
 * (article 55(2)(a) and (b)); version 1 had the totals alone, version 3 has a standstill, version 4 day-work or what was not in order, version 5 chosen options.
 */
export function canonicalLetter(decision: DecisionContent, own: DecidedBid): string {
  const chosen = decision.bids.find(({ outcome }) => outcome === 'chosen')
  if (!chosen) throw new Error(`A decision without a chosen bid: ${decision.awardId}`)
  const version = decision.options ? 5 : hasMore(own) || chosen.dayWorkCents !== null ? 4 : decision.standstill ? 3 : 2
  return canonicalText(`groundwork-award-letter ${version}`, [
    ['award', decision.awardId],
    ...projectFields(decision),
    ['client', [partyFields(decision.client)]],
    ['decided', iso(decision.decidedAt)],
    ['outcome', own.outcome],
    ['ranked bids', decision.bids.filter(({ rank }) => rank !== null).length],
    ['ground', decision.ground],
    ...statementFields(decision),
    ['chosen', [offerFields(chosen)]],
    ...optionFields(decision),
    [
      'own',
      [
        [
          ['bid', own.bidId],
          ...offerFields(own),
          ['bound until', own.boundUntil],
          ['gaps', own.gaps],
          ['reason', own.reason],
          ...notInOrderFields(own),
        ],
      ],
    ],
    ...(decision.evaluation ? ownScoreFields(decision.evaluation, chosen, own) : []),
  ])
}

const projectFields = (decision: DecisionContent): CanonicalFields => [
  ['project', decision.projectId],
  ['project version', decision.projectVersion],
  ['title', decision.title],
  ['SHA-256 of the tender set', decision.tenderSetDigest],
  ['currency', decision.currency],
  ['ranked on', decision.basis],
  ['chosen by', decision.byCriteria ? 'best price-quality ratio' : null],
  ['time zone', decision.timeZone],
]

const statementFields = ({ reason, contact, appeals, standstill }: DecisionContent): CanonicalFields => [
  ['reason', reason],
  ['contact', contact],
  ['appeals', appeals],
  ['standstill, calendar days', standstill?.days ?? null],
  ['standstill ends', standstill && iso(standstill.endsAt)],
  ['standstill time zone', standstill?.timeZone ?? null],
]

const partyFields = ({ companyId, name, businessId }: DecisionContent['client']): CanonicalFields => [
  ['company', companyId],
  ['name', name],
  ['business id', businessId],
]

const offerFields = (bid: DecidedBid): CanonicalFields => [
  ['company', bid.company],
  ['business id', bid.businessId],
  ['net', decimalText(bid.netCents)],
  ['day-work in the net', bid.dayWorkCents === null ? null : decimalText(bid.dayWorkCents)],
  ['VAT', decimalText(bid.vatCents)],
  ['gross', decimalText(bid.grossCents)],
  ['ranked', decimalText(bid.rankedCents)],
  ['rank', bid.rank],
  ['points', bid.pointsCenti === null ? null : decimalText(bid.pointsCenti)],
]

const bidFields = (bid: DecidedBid): CanonicalFields => [
  ['bid', bid.bidId],
  ...offerFields(bid),
  ['net of options, outside the total', bid.optionsCents == null ? null : decimalText(bid.optionsCents)],
  ['revision', bid.revision],
  ['SHA-256', bid.seal],
  ['submitted', bid.submittedAt === null ? null : iso(bid.submittedAt)],
  ['bound until', bid.boundUntil],
  ['outcome', bid.outcome],
  ['gaps', bid.gaps],
  ['levelled net', bid.levelledCents === null ? null : decimalText(bid.levelledCents)],
  ['levelled rank', bid.levelledRank],
  ['reason', bid.reason],
  ...notInOrderFields(bid),
]

const hasMore = ({ dayWorkCents, notInOrder }: DecidedBid) => dayWorkCents !== null || notInOrder.length > 0

const notInOrderFields = ({ notInOrder }: DecidedBid): CanonicalFields =>
  notInOrder.length === 0 ? [] : [['not in order', notInOrder.map(itemFields)]]

const evaluationFields = ({ ratio, scores, evaluators, points }: DecidedEvaluation): CanonicalFields => {
  const nameOf = (criterionId: string) => ratio.criteria.find(({ id }) => id === criterionId)?.name ?? null
  return [
    ['highest points', ratio.maxPoints],
    [
      'criteria',
      weighed(ratio).map(({ name, weightBp }) => [
        ['name', name],
        ['weight', decimalText(weightBp)],
      ]),
    ],
    [
      'scores',
      scores.flatMap((score) =>
        weighed(ratio).map(({ id, name }): CanonicalFields => {
          const { points: earned, weighted } = earnedBy(score, id)
          return [
            ['bid', score.bidId],
            ['criterion', name],
            ['points', decimalText(earned)],
            ['weighted', decimalText(weighted)],
          ]
        }),
      ),
    ],
    [
      'evaluators',
      evaluators.map(({ name, declaredAt, submittedAt, reopenReason }) => [
        ['name', name],
        ['declared no conflict of interest', declaredAt === null ? null : iso(declaredAt)],
        ['submitted', submittedAt === null ? null : iso(submittedAt)],
        ['reopened because', reopenReason],
      ]),
    ],
    [
      'points',
      points.map(({ evaluatorId, bidId, criterionId, pointsCenti, note }) => [
        ['evaluator', evaluators.find(({ id }) => id === evaluatorId)?.name ?? null],
        ['bid', bidId],
        ['criterion', nameOf(criterionId)],
        ['points', decimalText(pointsCenti)],
        ['reason', note],
      ]),
    ],
  ]
}

/** What the chosen bid and another one earned for each criterion; a bid without a rank earned nothing. */
const ownScoreFields = (
  { ratio, scores }: DecidedEvaluation,
  chosen: Pick<DecidedBid, 'bidId'>,
  own: Pick<DecidedBid, 'bidId'>,
): CanonicalFields => {
  const weightedOf = (bidId: string, criterionId: string | null) => {
    const score = scores.find((one) => one.bidId === bidId)
    return score ? decimalText(earnedBy(score, criterionId).weighted) : null
  }
  return [
    [
      'scores',
      weighed(ratio).map(({ id, name, weightBp }) => [
        ['criterion', name],
        ['weight', decimalText(weightBp)],
        ['chosen', weightedOf(chosen.bidId, id)],
        ['own', weightedOf(own.bidId, id)],
      ]),
    ],
  ]
}

/** What has a weight: the price, which has neither id nor name, and the criteria. */
const weighed = ({ priceWeightBp, criteria }: Ratio) => [
  { id: null, name: null, weightBp: priceWeightBp },
  ...criteria.map(({ id, name, weightBp }) => ({ id, name, weightBp })),
]

function earnedBy(score: BidScore, criterionId: string | null): { points: number; weighted: number } {
  if (criterionId === null) return { points: score.priceCenti, weighted: score.weightedPriceCenti }
  const found = score.criteria.find((one) => one.criterionId === criterionId)
  if (!found) throw new Error(`A bid without a score for the criterion ${criterionId}`)
  return { points: found.meanCenti, weighted: found.weightedCenti }
}

export const limitText = ({ limitCents }: Decider): string =>
  limitCents === null ? 'no limit' : decimalText(limitCents)

export const iso = (ms: number) => new Date(ms).toISOString()
