import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { listNotifications } from '#app/features/notifications/queries.server.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { awardBid } from './award-bid.server.ts'
import { namedFallback } from './fallback.server.ts'
import { listLetters } from './queries.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const declined = 'The bidder declined: "no crew".'

/** A project that was awarded to its cheapest bid, with the next as the fallback. */
function awarded() {
  const now = Date.now()
  const owner = createPerson(db, { now })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 10 * day })
  const [cheap, middle, dear] = [81, 82, 83].map((euros) => {
    const by = createPerson(db, { now })
    return { by, id: createSubmittedBid(by, projectId, euros).id }
  }) as [Bidder, Bidder, Bidder]
  closeBidding(owner, { projectId })
  awardBid(owner, {
    bidId: cheap.id,
    fallbackBidId: middle.id,
    contact: 'Cleo, 09 123',
    appeals: 'The board of review.',
  })
  const later = { ...owner, now: now + 1 }
  const revoke = () => transact(db, (tx) => revokeAward(tx, later, projectId, declined))
  return { owner, projectId, cheap, middle, dear, revoke }
}
type Bidder = { by: CompanyContext; id: string }

it('is told on its bid’s page that it is the fallback, and no other bidder is', async () => {
  const { middle, dear, revoke } = awarded()
  const pageOf = async ({ by, id }: Bidder) => (await server.ask(`/bids/${id}`, await signedIn(by))).text
  expect(await pageOf(middle)).toContain('Your bid is the fallback')
  expect(await pageOf(dear)).toContain('Another bid was chosen')
  revoke()
  expect(await pageOf(middle)).not.toContain('Your bid is the fallback')
})

it('is awarded with one button once the first award is revoked, without another reason and with letters of its own', async () => {
  const { owner, projectId, cheap, middle, revoke } = awarded()
  const { cookie } = await signedIn(owner)
  const page = async () => (await server.ask(`/projects/${projectId}/bids`, { cookie })).text
  expect(await page()).not.toContain('Award to the fallback')
  const ofProject = async () => (await server.ask(`/projects/${projectId}`, { cookie })).text
  expect(await ofProject()).not.toContain('no longer stands')
  expect(namedFallback(db, projectId)).toBeNull()
  revoke()
  expect(await ofProject()).toContain(`The award to ${cheap.by.company.name} no longer stands`)
  expect(await ofProject()).toContain(`You named ${middle.by.company.name} as your fallback`)
  const shown = await page()
  expect(shown).toContain('Award to the fallback')
  expect(shown).toContain('no crew')
  const form = new RegExp(`<form[^>]*action="/bids/${middle.id}/award"[\\s\\S]*?</form>`).exec(shown)?.[0] ?? ''
  const fields = Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  )
  expect(fields).toMatchObject({ contact: 'Cleo, 09 123', appeals: 'The board of review.' })
  const done = await server.ask(`/bids/${middle.id}/award`, { cookie, form: fields })
  expect(done.status).toBe(303)
  expect(getBid(owner, middle.id)?.status).toBe('awarded')
  const letters = listLetters(middle.by, middle.id)
  expect(letters).toHaveLength(2)
  expect(letters[0]?.text).toContain('  | fallback')
  const bidder = await signedIn(middle.by)
  const letter = (await server.ask(`/bids/${middle.id}/decision`, { cookie: bidder.cookie })).text
  expect(letter).toContain('had been named as the fallback in it')
  expect(await page()).not.toContain('Award to the fallback')
})

it('still needs a reason for any other bid, leads to the form above one’s mandate, and is not offered once it is gone', async () => {
  const { owner, projectId, middle, dear, revoke } = awarded()
  revoke()
  expect(() => awardBid(owner, { bidId: dear.id })).toThrow(expect.objectContaining({ field: 'reason' }))
  const junior = createPerson(db, { now: owner.now, company: owner.company, companyRole: 'manager' })
  giveMandates(junior, 100)
  const page = async (by: CompanyContext) =>
    (await server.ask(`/projects/${projectId}/bids`, { cookie: (await signedIn(by)).cookie })).text
  expect(await page(junior)).toContain('Prepare the award')
  expect(await page(junior)).not.toContain('Award to the fallback')
  withdrawBid(middle.by, { bidId: middle.id, reason: 'Sold out.' })
  expect(await page(owner)).not.toContain('is your fallback')
})

it('comes with a notice to the other bidders that the first award was revoked', () => {
  const { owner, cheap, middle, dear, revoke } = awarded()
  const dispatcher = startDispatcher(db, [notificationListener])
  dispatcher.deliver()
  db.delete(mails).run()
  revoke()
  dispatcher.deliver()
  dispatcher.stop()
  const noticed = ({ by }: Bidder) => listNotifications(by).rows.filter(({ textKey }) => textKey === 'awardRevoked')
  for (const one of [middle, dear])
    expect(noticed(one)).toMatchObject([
      { actionUrl: `/bids/${one.id}/decision`, params: { title: 'Kitchen of the Tapiola school' } },
    ])
  expect(noticed(cheap)).toEqual([])
  const sent = db.select().from(mails).all()
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([middle.by.actor.email, dear.by.actor.email].sort())
  const mail = sent[0] && renderMail(sent[0])
  expect(mail?.subject).toBe(`${owner.company.name} has revoked the award of Kitchen of the Tapiola school`)
  expect(mail?.text).not.toContain('no crew')
})

it('is the next in rank or has a reason, and leads those that stand when it is awarded without one', () => {
  const now = Date.now()
  const owner = createPerson(db, { now })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 10 * day })
  const [first = '', , dearest = ''] = [81, 82, 999].map(
    (euros) => createSubmittedBid(createPerson(db, { now }), projectId, euros).id,
  )
  closeBidding(owner, { projectId })
  const named = { bidId: first, fallbackBidId: dearest }
  expect(() => awardBid(owner, named)).toThrow('decisions:refused.fallbackReason')
  awardBid(owner, { ...named, reason: 'It has the shortest time.' })
  transact(db, (tx) => revokeAward(tx, { ...owner, now: now + 1 }, projectId, declined))
  expect(() => awardBid({ ...owner, now: now + 2 }, { bidId: dearest })).toThrow('decisions:refused.reasonNeeded')
})
