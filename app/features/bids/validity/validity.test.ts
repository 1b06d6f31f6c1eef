import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findSealedText } from '#app/features/bids/bid-document.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { openDueBids } from '#app/features/bids/open-due-bids.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#db/ids.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { askExtension } from './ask-extension.server.ts'
import { extendBid } from './extend-bid.server.ts'
import { dayOfProject, usualValidity } from './validity.ts'

const dayAfter = (days: number) => dayOfProject(testNow + days * day, null)
const at = (ctx: CompanyContext, days: number): CompanyContext => ({ ...ctx, now: testNow + days * day })

/** A project with bids that end 12, 30 and no stated days from now; bidding ends after 10. */
function world() {
  const db = testDatabase()
  const [owner, first, second, third] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner)
  const bid = (ctx: CompanyContext, validUntil?: string) =>
    createBid(ctx, { ...bidInput(ctx, projectId), ...(validUntil && { validUntil }), projectId, submit: true }).id
  const ids = [bid(first, dayAfter(12)), bid(second, dayAfter(30)), bid(third)] as const
  return { db, owner, first, second, projectId, ids, open: () => openDueBids(db, testNow + 10 * day) }
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.text.key
    throw error
  }
  return 'done'
}

const request = (ctx: CompanyContext, bidId: string) => getBid(ctx, bidId)?.openRequest?.id ?? ''

describe('an expired bid', () => {
  it('cannot be awarded before its bidder has extended it, which changes nothing else of it', () => {
    const { db, owner, first, projectId, ids, open } = world()
    open()
    const [bidId] = ids
    const sealed = findSealedText(db, bidId)
    const late = at(owner, 14)
    expect(refusal(() => awardBid(late, { bidId }))).toBe('bids:refused.expired')
    expect(askExtension(late, { projectId, until: dayAfter(20) })).toEqual({ asked: 1 })
    expect(refusal(() => awardBid(late, { bidId }))).toBe('bids:refused.expired')
    extendBid(at(first, 15), { bidId, extensionId: request(first, bidId) })
    expect(getBid(first, bidId)).toMatchObject({ boundUntil: dayAfter(20), validUntil: dayAfter(12), sealIntact: true })
    expect(findSealedText(db, bidId)).toBe(sealed)
    expect(refusal(() => awardBid(at(owner, 22), { bidId }))).toBe('bids:refused.expired')
    expect(refusal(() => awardBid(at(owner, 16), { bidId, reason: 'It fits best.' }))).toBe('done')
  })

  it('that states no day can be awarded', () => {
    const { owner, ids, open } = world()
    open()
    expect(refusal(() => awardBid(at(owner, 400), { bidId: ids[2] }))).toBe('done')
  })
})

describe('askExtension', () => {
  it('asks everybody whose bid ends earlier, once the bids are opened, for a day that is ahead', () => {
    const { db, owner, first, projectId, ids, open } = world()
    const until = dayAfter(40)
    expect(refusal(() => askExtension(owner, { projectId, until }))).toBe('bids:refused.notEvaluating')
    open()
    const late = at(owner, 11)
    expect(refusal(() => askExtension(late, { projectId, until: dayAfter(10) }))).toBe('bidlines:refused.dayHasPassed')
    expect(refusal(() => askExtension(late, { projectId, until: dayAfter(12) }))).toBe('bidlines:refused.nobodyToAsk')
    expect(refusal(() => askExtension(first, { projectId, until }))).toBe('errors:notFound')
    expect(askExtension(late, { projectId, until })).toEqual({ asked: 2 })
    expect(refusal(() => askExtension(late, { projectId, until }))).toBe('bidlines:refused.nobodyToAsk')
    expect(recorded(db, 'bids.extension_asked')[0]?.asked.map(({ bidId }) => bidId)).toEqual(ids.slice(0, 2))
    expect(getBid(late, ids[2])?.openRequest).toBeNull()
  })
})

describe('extendBid', () => {
  it('is the bidder’s, once, and only for the newest request', () => {
    const { db, owner, first, second, projectId, ids, open } = world()
    open()
    const [bidId] = ids
    const late = at(owner, 11)
    askExtension(late, { projectId, until: dayAfter(20) })
    const old = request(first, bidId)
    askExtension(late, { projectId, until: dayAfter(25) })
    const extensionId = request(first, bidId)
    for (const ctx of [late, second])
      expect(refusal(() => extendBid(ctx, { bidId, extensionId }))).toBe('errors:notFound')
    expect(refusal(() => extendBid(first, { bidId, extensionId: old }))).toBe('bids:refused.wrongState')
    expect(refusal(() => extendBid(second, { bidId: ids[1], extensionId }))).toBe('errors:notFound')
    extendBid(first, { bidId, extensionId })
    expect(refusal(() => extendBid(first, { bidId, extensionId }))).toBe('bids:refused.wrongState')
    expect(recorded(db, 'bid.extended')).toHaveLength(1)
    const set = db.$client.prepare('UPDATE bid_extensions SET until = ?')
    expect(() => set.run('2099-01-01')).toThrow('immutable')
    expect(() => db.$client.prepare('DELETE FROM bid_extensions').run()).toThrow('immutable')
  })
})

test('a bid that would end before the deadline is refused, also if an addendum moves the deadline past it', () => {
  const { owner, first, projectId, ids } = world()
  const [bidId] = ids
  const input = { ...bidInput(first, projectId), bidId }
  expect(refusal(() => updateBid(first, { ...input, validUntil: dayAfter(9) }))).toBe(
    'bidlines:refused.endsBeforeDeadline',
  )
  expect(refusal(() => updateBid(first, { ...input, validUntil: dayAfter(10) }))).toBe('done')
  expect(refusal(() => updateBid(first, { ...input, validUntil: dayAfter(10 + 731) }))).toBe(
    'bidlines:refused.endsTooLate',
  )
  const lines = listProjectLines(first.db, projectId)
  addAddendum(owner, { ...projectInput({ bidDeadline: testNow + 20 * day, lines }), projectId, summary: 'More time' })
  expect(refusal(() => confirmBid(first, { bidId }))).toBe('bids:refused.validityTooShort')
})

test('after the opening, the words of a bid stay as they were', () => {
  const { db, open } = world()
  open()
  for (const column of ['inclusions', 'exclusions', 'valid_until'])
    expect(() => db.$client.prepare(`UPDATE bids SET ${column} = 'x'`).run()).toThrow('immutable')
})

test('a new bid binds for ninety days after the deadline unless its bidder chooses another day', () => {
  const bidDeadline = Date.UTC(2026, 5, 30, 22)
  expect(usualValidity({ bidDeadline, timeZone: 'Europe/Helsinki' })).toBe('2026-09-29')
  expect(usualValidity({ bidDeadline, timeZone: 'UTC' })).toBe('2026-09-28')
})

test('the pages: what a bid says, the client’s request to all, and the bidder’s consent', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const db = testDatabase()
  const [owner, bidder] = [createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner, { bidDeadline: Date.now() + 10 * day })
  const [{ cookie }, { cookie: client }] = await Promise.all([signedIn(bidder), signedIn(owner)])
  const page = async (path: string, as = cookie) => (await server.ask(path, { cookie: as })).text
  const form = await page(`/bids/new?project=${projectId}`)
  expect(/<input[^>]*name="validUntil"[^>]*>/.exec(form)?.[0]).toContain(
    `value="${dayOfProject(Date.now() + 100 * day, null)}"`,
  )
  const words = { inclusions: 'Waste is included.', exclusions: 'Permits are not.' }
  const validUntil = dayOfProject(Date.now() + 12 * day, null)
  const submit = { ...bidInput(bidder, projectId), ...words, validUntil, projectId, submit: true }
  const { id: bidId } = createBid({ ...bidder, now: Date.now() }, submit)
  const shown = await page(`/bids/${bidId}`)
  for (const text of Object.values(words)) expect(shown).toContain(text)
  closeBidding(owner, { projectId })
  const compared = await page(`/projects/${projectId}/bids`, client)
  for (const text of [...Object.values(words), `/projects/${projectId}/bids/extension`])
    expect(compared).toContain(text)
  expect((await server.ask(`/projects/${projectId}/bids/extension`, { cookie })).status).toBe(404)
  const until = dayOfProject(Date.now() + 40 * day, null)
  const ask = (as: string) => server.ask(`/projects/${projectId}/bids/extension`, { cookie: as, form: { until } })
  expect([(await ask(client)).status, (await ask(cookie)).status]).toEqual([303, 404])
  const extend = new RegExp(`/bids/${bidId}/extensions/[0-9a-f-]+`).exec(await page(`/bids/${bidId}`))?.[0] ?? ''
  expect((await server.ask(extend, { cookie: client, form: { submissionId: newId() } })).status).toBe(404)
  expect(getBid(bidder, bidId)?.boundUntil).toBe(validUntil)
  expect((await server.ask(extend, { cookie, form: { submissionId: newId() } })).status).toBe(303)
  expect(getBid(bidder, bidId)?.boundUntil).toBe(until)
})
