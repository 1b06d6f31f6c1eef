import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { answerQualification } from '#app/features/bids/qualification/answer-qualification.server.ts'
import { askCompletion } from '#app/features/bids/qualification/ask-completion.server.ts'
import { getComparison } from '#app/features/bids/queries.server.ts'
import { listReceived } from '#app/features/bids/received/received.server.ts'
import { submitBid } from '#app/features/bids/submit-bid.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import type { NewAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import type { Database } from '#db/client.server.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { evaluate, ratioTerms } from '#tests/factories/evaluation.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { awardBid } from './award-bid.server.ts'
import { getChoice } from './choice.server.ts'
import { getDecision, listLetters } from './queries.server.ts'
import { revokeStandingAward } from './revoke-standing-award.server.ts'

let db: Database
let client: CompanyContext
beforeEach(() => {
  db = testDatabase()
  client = createPerson(db)
})

const requirement = 'Insured.'

/** Opened bids at 50, 100 and 130 EUR; the cheapest says this of the requirement, the others meet it. */
function opened(cheapest: boolean | null, ratio: NewAwardTerms['ratio'] = null) {
  const { id: projectId } = createDraft(client, { bidDeadline: client.now + 10 * day })
  setAwardTerms(client, { projectId, terms: { ratio, requirements: [requirement] } })
  publishProject(client, { projectId })
  const bids = (
    [
      [50, cheapest],
      [100, true],
      [130, true],
    ] as const
  ).map(([euros, meets]) => {
    const by = createPerson(db)
    const { id: bidId } = createBid(by, { ...bidInput(by, projectId, euros), projectId })
    answerQualification(by, {
      bidId,
      answers: [{ requirement, meets, words: null, certificateId: null }],
      certificates: [],
    })
    submitBid(by, { bidId })
    return bidId
  })
  closeBidding(client, { projectId })
  const [low = '', mid = '', high = ''] = bids
  return { projectId, low, mid, high }
}

it('has no rank, and is in no lowest price and no median', () => {
  const { projectId, low, mid, high } = opened(false)
  const shown = getComparison(client, projectId)
  const [, second, third] = shown?.comparison.totals ?? []
  expect(shown?.comparison).toMatchObject({ medianOf: 2, lowestCompleteCents: second?.rankedCents })
  expect(shown?.comparison.rows[0]?.lowestCents).toBe(shown?.comparison.rows[0]?.cells[1]?.netCents)
  expect(shown?.levelling.map(({ rank }) => rank)).toEqual([null, 1, 2])
  expect(third?.bidId).toBe(high)
  expect(() => awardBid(client, { bidId: low })).toThrow('qualification:refused.notQualified')
  expect(getChoice(client, { id: mid, project: { id: projectId } })).toMatchObject({ ground: 'first', open: [] })
  awardBid(client, { bidId: mid })
  expect(getComparison({ ...client, now: client.now + 1 }, projectId)?.levelling.map(({ rank }) => rank)).toEqual([
    null,
    1,
    2,
  ])
})

it('is not the lowest bid of the list of received ones, before and after the award', () => {
  const { projectId, mid } = opened(false)
  const lowest = getComparison(client, projectId)?.comparison.lowestCompleteCents
  expect(listReceived(client, { page: 1 }).rows).toMatchObject([{ bidCount: 3, lowestCents: lowest }])
  awardBid(client, { bidId: mid })
  expect(listReceived(client, { page: 1 }).rows).toMatchObject([{ lowestCents: lowest }])
})

it('gets a letter that says what of it is not in order, and so does the decision', () => {
  const { projectId, low, mid, high } = opened(false)
  awardBid(client, { bidId: mid })
  const owner = { ...client, now: client.now + 1 }
  const [letter] = listLetters(owner, low)
  expect(letter?.text).toMatch(/^groundwork-award-letter 4\n/)
  expect(letter?.text).toContain('not_qualified')
  expect(letter?.text).toContain(requirement)
  expect(listLetters(owner, high)[0]?.text).not.toContain('not_qualified')
  expect(getDecision(owner, projectId, null)?.text).toContain('not_qualified')
})

it('does not move the points for the price of the others', () => {
  const mate = createPerson(db, { company: client.company })
  const ratio = {
    ...ratioTerms().ratio,
    priceWeightBp: 5000,
    maxPoints: 100,
    priceFormula: 'lowest',
    ceilingCents: null,
  }
  const criteria = [{ name: 'Quality', description: 'Of the plan.', weightBp: 5000 }]
  const { projectId, low, mid, high } = opened(false, { ...ratio, criteria } as NewAwardTerms['ratio'])
  evaluate([client, mate], projectId, { [low]: [100], [mid]: [6000], [high]: [8000] }, 'As planned.')
  const { scores } = getComparison(client, projectId) ?? {}
  expect(scores).toMatchObject([
    { bidId: mid, rank: 1 },
    { bidId: high, rank: 2 },
  ])
  expect(scores).toMatchObject([{ priceCenti: 10_000 }, {}])
  expect(getEvaluation(client, projectId)?.result?.ranked).toEqual(scores)
})

it('needs a reason for another award until it was asked in vain, as it can still change the order', () => {
  const { projectId, low, mid } = opened(null)
  const choice = (now: number) => getChoice({ ...client, now }, { id: mid, project: { id: projectId } })
  expect(choice(client.now)).toMatchObject({ ground: null, open: [expect.any(String)] })
  expect(() => awardBid(client, { bidId: mid })).toThrow('decisions:refused.reasonWhileOpen')
  askCompletion(client, { bidId: low, days: 5, message: null })
  expect(() => awardBid(client, { bidId: mid })).toThrow('decisions:refused.reasonWhileOpen')
  const later = { ...client, now: client.now + 5 * day }
  expect(choice(later.now)).toMatchObject({ ground: 'first', open: [] })
  awardBid(later, { bidId: mid })
})

it('cannot be named as the fallback', () => {
  const { projectId, low, mid, high } = opened(false)
  const { others } = getChoice(client, { id: mid, project: { id: projectId } }) ?? {}
  expect(others?.map(({ id }) => id)).toEqual([high])
  expect(() => awardBid(client, { bidId: mid, fallbackBidId: low })).toThrow('decisions:refused.fallback')
  awardBid(client, { bidId: mid, fallbackBidId: high })
})

it('can be asked once more after an award was revoked, when the others may have grown too old as well', () => {
  const { low: bidId, mid } = opened(null)
  const ask = (days: number) =>
    askCompletion({ ...client, now: client.now + days * day }, { bidId, days: 5, message: null })
  ask(0)
  expect(() => ask(6)).toThrow('qualification:refused.askedAlready')
  awardBid({ ...client, now: client.now + 7 * day }, { bidId: mid })
  const ended = { kind: 'no_contract', reason: 'No crew.', contact: 'Cleo' } as const
  revokeStandingAward({ ...client, now: client.now + 8 * day }, { bidId: mid, ...ended })
  const open = (days: number) =>
    getChoice({ ...client, now: client.now + days * day }, { id: mid, project: { id: projectOf(bidId) } })?.open
  expect(open(9)).toHaveLength(1)
  ask(9)
  expect(() => ask(10)).toThrow('qualification:refused.askedAlready')
  expect(open(15)).toEqual([])
})

const projectOf = (bidId: string) =>
  db.$client.prepare<string[], string>('SELECT project_id FROM bids WHERE id = ?').pluck().get(bidId) ?? ''
