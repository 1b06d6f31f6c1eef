import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { answerQualification } from '#app/features/bids/qualification/answer-qualification.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { submitBid } from '#app/features/bids/submit-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { listNotifications } from '#app/features/notifications/queries.server.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { type Database, transact } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { mails } from '#db/schema/notifications.ts'
import { createBidDraft, createSubmittedBid } from '#tests/factories/bid.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { awardBid } from './award-bid.server.ts'
import { listLetters } from './queries.server.ts'
import { groundOf, placesOf } from './ranks.ts'
import { readableLetter } from './readable-letter.ts'
import { verifyDecisions } from './verify-decisions.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  db = testDatabase()
})

const names = ['cheap', 'middle', 'dear', 'rejected', 'gone'] as const
type Name = (typeof names)[number]

/** A project whose five bids were opened: one of them is rejected, one withdrawn. */
function opened() {
  const now = Date.now()
  const owner = createPerson(db, { now })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 10 * day })
  const bidders = Object.fromEntries(names.map((name) => [name, createPerson(db, { now })])) as Record<
    Name,
    CompanyContext
  >
  const bid = (name: Name, euros: number) => createSubmittedBid(bidders[name], projectId, euros).id
  const bids = {
    ...{ cheap: bid('cheap', 81), middle: bid('middle', 82), dear: bid('dear', 83) },
    ...{ rejected: bid('rejected', 74), gone: bid('gone', 75) },
  }
  closeBidding(owner, { projectId })
  rejectBid(owner, { bidId: bids.rejected, reason: 'No insurance.' })
  withdrawBid(bidders.gone, { bidId: bids.gone, reason: 'Sold out.' })
  return { owner, projectId, bidders, bids }
}

/** What a letter says, as one text. */
function read(ctx: UserContext, bidId: string, locale: (typeof locales)[number] = 'en'): string {
  const [letter] = listLetters(ctx, bidId)
  if (!letter) return ''
  const i18n = i18nFor(locale)
  const [t, ui] = [i18n.getFixedT(locale, 'decisions'), i18n.getFixedT(locale, 'ui')]
  const qualification = i18n.getFixedT(locale, 'qualification')
  return JSON.stringify(
    readableLetter(letter.text, letter.revokedAt, {
      t,
      ui,
      qualification,
      format: formatFor(locale, 'Europe/Helsinki'),
    }),
  )
}

describe('a letter about an award', () => {
  it('names the least sum of an insurance that the bid lacks, in the currency of the project', () => {
    const [owner, bidder, winner] = [createPerson(db), createPerson(db), createPerson(db)]
    const { id: projectId } = createDraft(owner, { bidDeadline: owner.now + 10 * day })
    setDemanded(owner, {
      projectId,
      demanded: [{ kind: 'liability_insurance', label: null, minSumCents: 100_000_000 }],
    })
    publishProject(owner, { projectId })
    const { id: lacking } = createSubmittedBid(bidder, projectId)
    const { certificateId } = createCertificate(winner)
    const { id: bidId } = createBidDraft(winner, projectId, 90)
    const certificates = [{ kind: 'liability_insurance' as const, label: null, certificateId }]
    answerQualification(winner, { bidId, answers: [], certificates })
    submitBid(winner, { bidId })
    closeBidding(owner, { projectId })
    awardBid(owner, { bidId, reason: 'It is in order.' })
    expect(read(bidder, lacking)).toContain('€1,000,000.00')
  })

  it('has the chosen bid and the own one, the reasons and whom to ask, and nothing of any other', () => {
    const { owner, bidders, bids } = opened()
    awardBid(owner, {
      bidId: bids.middle,
      reason: 'Their site manager has done three schools.',
      contact: 'Cleo Contact, 09 123',
      appeals: 'The board of review, within 14 days.',
      fallbackBidId: bids.cheap,
    })
    // 121 units at a price: 120 m² and one piece.
    const net = { cheap: '9,801.00', middle: '9,922.00', dear: '10,043.00', rejected: '8,954.00', gone: '9,075.00' }
    for (const name of ['cheap', 'middle', 'dear', 'rejected'] as const) {
      const text = read(bidders[name], bids[name])
      const own = [net.middle, bidders.middle.company.name, net[name], bidders[name].company.name]
      for (const part of [...own, 'three schools', 'Cleo Contact, 09 123', 'within 14 days'])
        expect(text).toContain(part)
      for (const other of names.filter((one) => one !== name && one !== 'middle')) {
        expect(text).not.toContain(net[other])
        expect(text).not.toContain(bidders[other].company.name)
        expect(listLetters(bidders[name], bids[name])[0]?.text).not.toContain(bids[other])
      }
    }
    expect(read(bidders.cheap, bids.cheap)).toContain('1 of 3')
    expect(read(bidders.dear, bids.dear)).toContain('3 of 3')
    expect(read(bidders.rejected, bids.rejected)).toContain('No insurance.')
    expect(read(bidders.rejected, bids.rejected)).toContain('No rank')
    expect(listLetters(bidders.gone, bids.gone)).toEqual([])
  })

  it('tells the fallback what it is, and nobody else that there is one', () => {
    const { owner, bidders, bids } = opened()
    awardBid(owner, { bidId: bids.cheap, fallbackBidId: bids.middle })
    expect(read(bidders.middle, bids.middle)).toContain('That is not an award')
    for (const name of ['cheap', 'dear', 'rejected'] as const)
      expect(read(bidders[name], bids[name])).not.toContain('allback')
    expect(read(bidders.dear, bids.dear)).toContain('has the lowest net price of all ranked bids')
  })

  it('is complete in every language', () => {
    const { owner, bidders, bids } = opened()
    awardBid(owner, { bidId: bids.middle, reason: 'The best plan.', fallbackBidId: bids.cheap })
    for (const locale of locales)
      for (const name of ['cheap', 'middle', 'dear', 'rejected'] as const) {
        const text = read(bidders[name], bids[name], locale)
        expect(text).toContain(bidders.middle.company.name)
        expect(text).not.toMatch(/letter\.|\{\{/)
      }
  })

  it('stays as it was: names, rows and the hash', () => {
    const { owner, bidders, bids, projectId } = opened()
    awardBid(owner, { bidId: bids.cheap })
    const before = read(bidders.dear, bids.dear)
    db.$client.exec(`UPDATE companies SET name = 'Renamed Oy'; UPDATE users SET name = 'Somebody Else'`)
    expect(read(bidders.dear, bids.dear)).toBe(before)
    for (const table of ['award_decisions', 'award_letters']) {
      expect(() => db.$client.exec(`UPDATE ${table} SET text = 'forged'`)).toThrow('immutable')
      expect(() => db.$client.exec(`DELETE FROM ${table}`)).toThrow('immutable')
      expect(() => db.$client.exec(`INSERT OR REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow('immutable')
    }
    expect(verifyDecisions(db)).toEqual({ decisions: 1, letters: 4, revocations: 0, findings: [] })
    db.$client.exec(`DROP TRIGGER award_letters_immutable; UPDATE award_letters SET text = text || 'x' WHERE rowid = 1`)
    expect(verifyDecisions(db).findings).toEqual([expect.stringContaining('does not match its hash')])
    transact(db, (tx) => revokeAward(tx, owner, projectId, 'Declined'))
    expect(read(bidders.dear, bids.dear)).toContain('This award was revoked')
    awardBid({ ...owner, now: owner.now + 1 }, { bidId: bids.middle, reason: 'The first one declined.' })
    expect(read(bidders.dear, bids.dear)).toContain('The first one declined.')
    expect(listLetters(bidders.dear, bids.dear)).toHaveLength(2)
  })
})

it('says of day-work that it is compared, and what the contract sum is without it', () => {
  const now = Date.now()
  const owner = createPerson(db, { now })
  const line = { id: null, unit: 'h', quantityMilli: 10_000 }
  const lines = [
    { ...line, description: 'Walls' },
    { ...line, description: 'Clearing', priceForm: 'day_work' as const },
  ]
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 10 * day, lines })
  const bidder = createPerson(db, { now })
  const { id: bidId } = createSubmittedBid(bidder, projectId, 81)
  closeBidding(owner, { projectId })
  awardBid(owner, { bidId })
  const letter = withoutSpaces(read(bidder, bidId))
  expect(letter).toContain(withoutSpaces('["Bid sum that is compared, net","€1,620.00"]'))
  expect(letter).toContain(
    withoutSpaces('["Of it day-work","€810.00"],["Contract sum, net, without day-work","€810.00"]'),
  )
})

describe('an award', () => {
  it('needs a reason unless no other bid can be awarded, or it ranks first with none beside it', () => {
    const bid = (bidId: string, rankedCents: number, change = {}) => ({
      ...{ bidId, rankedCents, isComplete: true, isConfirmed: true, isQualified: true },
      ...change,
    })
    const ground = (bids: ReturnType<typeof bid>[], bidId: string, awardable = ['a', 'b']) =>
      groundOf(placesOf({ comparison: { totals: bids }, scores: 'none' }), awardable, bidId)
    expect(ground([bid('a', 5, { isComplete: false })], 'a', ['a'])).toBe('only')
    expect(ground([bid('a', 5), bid('b', 4)], 'a', ['a'])).toBe('only')
    expect(ground([bid('a', 5), bid('b', 4, { isConfirmed: false })], 'a')).toBe('first')
    expect(ground([bid('a', 5), bid('b', 6)], 'a')).toBe('first')
    expect(ground([bid('a', 5), bid('b', 4, { isComplete: false })], 'a')).toBe('first')
    expect(ground([bid('a', 5), bid('b', 6)], 'b')).toBeNull()
    expect(ground([bid('a', 5), bid('b', 5)], 'a')).toBeNull()
    expect(ground([bid('a', 5, { isComplete: false }), bid('b', 6)], 'a')).toBeNull()
    const { owner, bids } = opened()
    for (const reason of [undefined, '  '])
      expect(() => awardBid(owner, { bidId: bids.middle, reason })).toThrow(
        expect.objectContaining({ code: 'invalid', field: 'reason' }),
      )
    expect(verifyDecisions(db)).toMatchObject({ decisions: 0, letters: 0 })
  })

  it('names a fallback only among the bids that could be awarded themselves', () => {
    const { owner, bids } = opened()
    const foreign = opened()
    const refused = [bids.cheap, bids.rejected, bids.gone, foreign.bids.cheap, newId()]
    for (const fallbackBidId of refused)
      expect(() => awardBid(owner, { bidId: bids.cheap, fallbackBidId })).toThrow(
        expect.objectContaining({ code: 'conflict', text: { key: 'decisions:refused.fallback' } }),
      )
    awardBid(owner, { bidId: bids.cheap, fallbackBidId: bids.middle })
    expect(db.$client.prepare('SELECT fallback_bid_id FROM award_decisions').pluck().all()).toEqual([bids.middle])
  })

  it('is decided once, however often its form is sent', () => {
    const { owner, bids } = opened()
    const input = { bidId: bids.cheap, submissionId: newId() }
    expect(awardBid(owner, input)).toEqual(awardBid(owner, input))
    expect(verifyDecisions(db)).toMatchObject({ decisions: 1, letters: 4 })
  })

  it('notifies and mails every bidder once, in their language, and nobody to whom bids are closed', () => {
    const dispatcher = startDispatcher(db, [notificationListener])
    const { owner, bidders, bids } = opened()
    const colleague = createPerson(db, { company: bidders.dear.company, companyRole: 'member' })
    const closed = createPerson(db, { company: bidders.dear.company, companyRole: 'member' })
    setModule(db, closed.actor.id, closed.company.id, 'bids', 'none')
    db.$client.prepare('UPDATE users SET locale = ? WHERE id = ?').run('fi', bidders.dear.actor.id)
    dispatcher.deliver()
    const before = db.select().from(mails).all().length
    awardBid(owner, { bidId: bids.cheap })
    dispatcher.deliver()
    dispatcher.deliver()
    dispatcher.stop()
    const noticed = (ctx: CompanyContext) =>
      listNotifications(ctx)
        .rows.filter(({ textKey }) => ['awardDecision', 'bidAwarded'].includes(textKey))
        .map(({ textKey, actionUrl }) => [textKey, actionUrl])
    expect(noticed(bidders.dear)).toEqual([['awardDecision', `/bids/${bids.dear}/decision`]])
    expect(noticed(colleague)).toEqual(noticed(bidders.dear))
    const [notice] = listNotifications(bidders.dear).rows
    const message = i18nFor('en').getFixedT('en', 'notifications')('texts.awardDecision.message', notice?.params)
    expect(message).toContain('Kitchen of the Tapiola school')
    expect(noticed(bidders.cheap)).toEqual([['bidAwarded', `/bids/${bids.cheap}`]])
    expect([closed, bidders.gone, owner].map(noticed)).toEqual([[], [], []])
    const sent = db.select().from(mails).all().slice(before)
    const written = ['cheap', 'middle', 'dear', 'rejected'] as const
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
      written.map((name) => bidders[name].actor.email).sort(),
    )
    const finnish = sent.find(({ recipient }) => recipient === bidders.dear.actor.email)
    const mail = finnish && renderMail(finnish)
    expect(mail?.subject).toBe(`${owner.company.name} on päättänyt tarjouksista: Kitchen of the Tapiola school`)
    expect(mail?.action?.link).toContain(`/bids/${bids.dear}/decision`)
    for (const name of names) expect(mail?.text).not.toContain(bidders[name].company.name)
  })
})

describe('the page of a letter', () => {
  it('is for its bidder and the client, and there is none before the award', async () => {
    const { owner, bidders, bids } = opened()
    const member = createPerson(db, { now: owner.now, company: bidders.dear.company, companyRole: 'member' })
    const closed = createPerson(db, { now: owner.now, company: bidders.dear.company, companyRole: 'member' })
    setModule(db, closed.actor.id, closed.company.id, 'bids', 'none')
    const readers = { owner, ...bidders, member, closed, stranger: createPerson(db, { now: owner.now }) }
    const all = { ...readers, admin: createAdmin(db, 'admin', owner.now) }
    const cookies: Record<string, string> = {}
    for (const [name, ctx] of Object.entries(all)) cookies[name] = (await signedIn(ctx)).cookie
    const mayRead = async (name: Name) => {
      const may: string[] = []
      for (const [reader, cookie] of Object.entries(cookies)) {
        const { status, text } = await server.ask(`/bids/${bids[name]}/decision`, { cookie })
        if (status === 200 && text.includes('Decision on bids')) may.push(reader)
      }
      return may
    }
    for (const name of names) expect(await mayRead(name)).toEqual([])
    awardBid(owner, { bidId: bids.middle, reason: 'The best plan.' })
    expect(await mayRead('cheap')).toEqual(['owner', 'cheap'])
    expect(await mayRead('middle')).toEqual(['owner', 'middle'])
    expect(await mayRead('dear')).toEqual(['owner', 'dear', 'member'])
    expect(await mayRead('rejected')).toEqual(['owner', 'rejected'])
    expect(await mayRead('gone')).toEqual([])
    const page = await server.ask(`/bids/${bids.dear}`, { cookie: cookies.dear })
    expect(page.text).toContain('Another bid was chosen')
    expect(page.text).toContain(`/bids/${bids.dear}/decision`)
  })

  it('is a file too, which says the same and carries the frozen text, for the same people', async () => {
    const { owner, bidders, bids } = opened()
    const ask = async (ctx: CompanyContext) =>
      server.ask(`/bids/${bids.dear}/decision.pdf`, { cookie: (await signedIn(ctx)).cookie })
    expect((await ask(bidders.dear)).status).toBe(404)
    awardBid(owner, { bidId: bids.middle, reason: 'The best plan.' })
    const { status, headers, bytes } = await ask(bidders.dear)
    const day = new Date(owner.now).toISOString().slice(0, 10)
    expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="decision-${day}.pdf"`])
    const said = withoutSpaces(await pdfText(bytes))
    for (const part of ['The best plan.', bidders.middle.company.name, '10,043.00', '3 of 3'])
      expect(said).toContain(withoutSpaces(part))
    const digest = createHash('md5')
      .update(listLetters(bidders.dear, bids.dear)[0]?.text ?? '')
      .digest('hex')
    expect(bytes.toString('latin1')).toContain(digest)
    expect([(await ask(owner)).status, (await ask(bidders.cheap)).status]).toEqual([200, 404])
  })

  it('is made by the form of the award, which keeps what was typed when it is refused', async () => {
    const { owner, bidders, bids } = opened()
    const { cookie } = await signedIn(owner)
    const path = `/bids/${bids.middle}/award`
    const form = await server.ask(path, { cookie })
    expect(form.text).toContain(owner.actor.email)
    expect(form.text).toContain(bidders.cheap.company.name)
    expect(form.text).not.toContain(bidders.rejected.company.name)
    const send = (more: Record<string, string>) =>
      server.ask(path, { cookie, form: { submissionId: newId(), contact: 'Cleo, 09 123', ...more } })
    const refused = await send({})
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Cleo, 09 123')
    expect(refused.text).toContain('This bid does not rank first alone')
    const nobody = await send({ contact: ' ', reason: 'The best plan.' })
    expect([nobody.status, nobody.text.includes('id="award-contact-error"')]).toEqual([422, true])
    const done = await send({ reason: 'The best plan.', fallbackBidId: bids.cheap })
    expect(done.status).toBe(303)
    expect(read(bidders.cheap, bids.cheap)).toContain('The best plan.')
  })
})
