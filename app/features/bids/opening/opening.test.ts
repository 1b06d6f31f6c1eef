import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { openDueBids } from '#app/features/bids/open-due-bids.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { bidInput, createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { checkSeal, getOpening } from './opening.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

/** A bid that was revised, one that came before it and one that was withdrawn, all still sealed. */
function sealed() {
  // With a deadline ahead of the clock: the server's own job opens whatever is due.
  const now = Date.now()
  const person = () => createPerson(db, { now })
  const [owner, first, second, gone] = [person(), person(), person(), person()]
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 10 * day })
  const later = { ...second, now: second.now + 5000 }
  const revised = createBid(second, { ...bidInput(second, projectId, 90), projectId, submit: true }).id
  const early = createSubmittedBid({ ...first, now: first.now + 1000 }, projectId).id
  updateBid(later, { ...bidInput(second, projectId, 80), bidId: revised })
  const withdrawn = createSubmittedBid(gone, projectId).id
  const sealsOf = (ctx: typeof owner, bidId: string) => getBid(ctx, bidId)?.seals.map(({ digest }) => digest) ?? []
  const seals = { revised: sealsOf(second, revised), early: sealsOf(first, early), withdrawn: sealsOf(gone, withdrawn) }
  withdrawBid(gone, { bidId: withdrawn })
  return { owner, first, second, projectId, revised, early, seals }
}

it('names who opened the bids and when, and lists them as submitted with all their seals', () => {
  const { owner, projectId, revised, early, seals } = sealed()
  expect(getOpening(owner, projectId)).toBeNull()
  closeBidding({ ...owner, now: owner.now + day }, { projectId })
  const protocol = getOpening(owner, projectId)
  expect(protocol).toMatchObject({ openedAt: owner.now + day, openedBy: owner.actor.name })
  expect(protocol?.bids.map(({ id, sealIntact }) => [id, sealIntact])).toEqual([
    [early, true],
    [revised, true],
  ])
  expect(protocol?.bids.map((bid) => bid.seals.map(({ digest }) => digest))).toEqual([seals.early, seals.revised])
  expect(seals.revised).toHaveLength(2)
})

it('says that the system opened them at the deadline', () => {
  const { owner, projectId } = sealed()
  openDueBids(db, owner.now + 11 * day)
  expect(getOpening(owner, projectId)?.openedBy).toBeNull()
})

it('is for the client alone', () => {
  const { owner, first, projectId } = sealed()
  closeBidding(owner, { projectId })
  for (const ctx of [first, createPerson(db)]) expect(getOpening(ctx, projectId)).toBeNull()
})

it('lets anybody with the seal check the bid once it is opened, and tells nothing of it before', async () => {
  const { owner, first, projectId, early, seals } = sealed()
  const [digest = ''] = seals.early
  const [opened = '', replaced = ''] = seals.revised
  const [withdrawn = ''] = seals.withdrawn
  const ask = (hash: string) => server.ask(`/verify/${hash}`)
  const unknown = await ask('0'.repeat(64))
  const before = await ask(digest)
  expect([before.status, before.text.replaceAll(digest, '')]).toEqual([
    404,
    unknown.text.replaceAll('0'.repeat(64), ''),
  ])
  closeBidding(owner, { projectId })
  expect(checkSeal(db, digest)).toMatchObject({ revision: 1, isOpened: true, isIntact: true })
  expect(checkSeal(db, opened)).toMatchObject({ revision: 2, isOpened: true, isIntact: true })
  expect(checkSeal(db, replaced)).toMatchObject({ revision: 1, isOpened: false, isIntact: null })
  for (const hash of [withdrawn, digest.slice(1), 'x']) expect(checkSeal(db, hash)).toBeNull()
  const page = await ask(digest.toUpperCase())
  expect(page.text).toContain('The bid is intact')
  for (const secret of [first.company.name, early, '12,100']) expect(page.text).not.toContain(secret)
  db.$client.exec(`DROP TRIGGER bids_opened; UPDATE bids SET timeline_weeks = 1 WHERE id = '${early}'`)
  expect((await ask(digest)).text).toContain('The bid has been changed')
})

it('is a page with a link to each seal', async () => {
  const { owner, second, projectId, seals } = sealed()
  const path = `/projects/${projectId}/opening`
  const { cookie } = await signedIn(owner)
  expect((await server.ask(path, { cookie })).status).toBe(404)
  closeBidding(owner, { projectId })
  const { text } = await server.ask(path, { cookie })
  expect(text).toContain(`2. ${second.company.name}`)
  for (const digest of [...seals.early, ...seals.revised]) expect(text).toContain(`href="/verify/${digest}"`)
  expect((await server.ask(`/projects/${projectId}/bids`, { cookie })).text).toContain(`href="${path}"`)
})

it('is a file for the client with every bid and seal, once the bids are opened', async () => {
  const { owner, first, projectId, seals } = sealed()
  const ask = async (by: typeof owner) =>
    server.ask(`/projects/${projectId}/opening.pdf`, { cookie: (await signedIn(by)).cookie })
  expect((await ask(owner)).status).toBe(404)
  closeBidding(owner, { projectId })
  expect((await ask(first)).status).toBe(404)
  const { status, headers, bytes } = await ask(owner)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const said = withoutSpaces(await pdfText(bytes))
  for (const part of [
    ...seals.early,
    ...seals.revised,
    first.company.name,
    owner.actor.name,
    `/verify/${seals.early[0]}`,
  ])
    expect(said).toContain(withoutSpaces(part))
  for (const digest of seals.withdrawn) expect(said).not.toContain(digest)
})
