import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sessions, users } from '#db/schema/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findActiveSessions, sessionContext } from './session-context.server.ts'

const from = { ip: '192.0.2.1', userAgent: 'a browser' }

it('returns the current state of the session’s owner', async () => {
  const db = testDatabase()
  const person = createPerson(db)
  const { hash } = await signedIn(person)
  db.update(users).set({ name: 'Renamed' }).where(eq(users.id, person.actor.id)).run()
  const ctx = sessionContext(db, hash, from)
  expect(ctx).toMatchObject({
    actor: { id: person.actor.id, name: 'Renamed' },
    sessionHash: hash,
    via: 'socket',
    ...from,
  })
  expect(ctx?.company).toEqual({ ...person.company, accessUntil: null })
  expect(Math.abs((ctx?.now ?? 0) - Date.now())).toBeLessThan(1000)
})

it('returns null when the session expired, or its owner is disabled or must change their password', async () => {
  const db = testDatabase()
  const people = Array.from({ length: 5 }, () => createPerson(db))
  const hashes = await Promise.all(people.map(async (person) => (await signedIn(person)).hash))
  const [good = '', old = '', ended = '', disabled = '', owing = ''] = hashes
  const idOf = (hash: string) => people[hashes.indexOf(hash)]?.actor.id ?? ''
  db.update(sessions)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(sessions.idHash, old))
    .run()
  db.delete(sessions).where(eq(sessions.idHash, ended)).run()
  db.update(users)
    .set({ status: 'disabled' })
    .where(eq(users.id, idOf(disabled)))
    .run()
  db.update(users)
    .set({ mustChangePassword: true })
    .where(eq(users.id, idOf(owing)))
    .run()
  expect(hashes.map((hash) => sessionContext(db, hash, from) !== null)).toEqual([true, false, false, false, false])
  expect([...findActiveSessions(db, [...hashes, 'never'], Date.now())]).toEqual([good])
})

it('reflects changed module access on the next request, and only in that company', async () => {
  const db = testDatabase()
  const owner = createPerson(db)
  const member = createPerson(db, { company: owner.company, companyRole: 'member' })
  const { hash } = await signedIn(member)
  const modules = () => sessionContext(db, hash, { ip: null, userAgent: null })?.actor.modules
  expect(modules()).toEqual({})
  setModule(db, member.actor.id, owner.company.id, 'projects', 'read')
  setModule(db, member.actor.id, owner.company.id, 'bids', 'none')
  setModule(db, member.actor.id, createPerson(db).company.id, 'escrow', 'none')
  setModule(db, owner.actor.id, owner.company.id, 'invoicing', 'none')
  expect(modules()).toEqual({ projects: 'read', bids: 'none' })
})
