import type {
  BidQualification,
  DemandedCertificate,
  NamedCertificate,
  RequirementAnswer,
} from '#db/vocabulary/qualifications.ts'
import { type CertificateState, certificateState } from './certificate.ts'

/** What a project asks of every bidder. */
export type AskedOfBidders = {
  requirements: readonly string[]
  certificates: readonly DemandedCertificate[]
  /** The project's, in which the least sums are. */
  currency: string
}

export type RequirementItem = {
  subject: 'requirement'
  requirement: string
  state: 'met' | 'missing' | 'notMet'
  answer: RequirementAnswer | null
}
export type CertificateItem = {
  subject: 'certificate'
  demanded: DemandedCertificate
  state: CertificateState | 'missing' | 'sumTooLow'
  certificate: NamedCertificate | null
}
export type QualificationItem = RequirementItem | CertificateItem

/** Whether two name one demand: the kind, and the name of the client's own kinds. */
const isSame = (a: { kind: string; label: string | null }, b: { kind: string; label: string | null }) =>
  a.kind === b.kind && a.label === b.label

/**
 * What a bid answers to everything that is asked of it, on a day (YYYY-MM-DD). `said` is what the bid says, and then how it was completed:
 * the last answer to each counts.
 */
export function checkQualification(
  { requirements, certificates, currency }: AskedOfBidders,
  said: readonly BidQualification[],
  day: string,
): QualificationItem[] {
  return [
    ...requirements.map((requirement): RequirementItem => {
      const of = ({ answers }: BidQualification) => answers.find((one) => one.requirement === requirement)
      const answer = said.map(of).findLast((one) => one !== undefined) ?? null
      const state = answer === null ? 'missing' : answer.meets ? 'met' : 'notMet'
      return { subject: 'requirement', requirement, state, answer }
    }),
    ...certificates.map((demanded): CertificateItem => {
      const of = (one: BidQualification) => one.certificates.find((shown) => isSame(shown.demanded, demanded))
      const certificate = said.map(of).findLast((one) => one !== undefined)?.certificate ?? null
      const state = certificate === null ? 'missing' : stateOf(certificate, demanded, { day, currency })
      return { subject: 'certificate', demanded, state, certificate }
    }),
  ]
}

function stateOf(
  certificate: NamedCertificate,
  { minSumCents }: DemandedCertificate,
  { day, currency }: { day: string; currency: string },
): CertificateItem['state'] {
  const { sumCents } = certificate
  const isEnough = minSumCents === null || (certificate.currency === currency && (sumCents ?? 0) >= minSumCents)
  return isEnough ? certificateState(certificate, day) : 'sumTooLow'
}

/** Whether nothing is wrong with it: an ending certificate is still valid. */
export const isInOrder = ({ state }: QualificationItem): boolean =>
  state === 'met' || state === 'valid' || state === 'ending'

/** Whether the bidder can put it right: what is missing or has ended, but not a requirement that the bid says it does not meet. */
export const isCompletable = (item: QualificationItem): boolean => !isInOrder(item) && item.state !== 'notMet'

/**
 * A bid in one word. `none`: nothing was asked of it. `notMet`: it says itself that it does not meet a requirement. `asked`: its bidder
 * still has time to complete it.
 */
export type QualificationState = 'none' | 'complete' | 'asked' | 'missing' | 'notMet'

/** @param openUntil until when the bidder was asked to complete it (UTC ms); null if nobody waits for that */
export function qualificationState(
  items: readonly QualificationItem[],
  openUntil: number | null,
  now: number,
): QualificationState {
  if (items.length === 0) return 'none'
  if (items.some(({ state }) => state === 'notMet')) return 'notMet'
  if (items.every(isInOrder)) return 'complete'
  return openUntil !== null && now < openUntil ? 'asked' : 'missing'
}
