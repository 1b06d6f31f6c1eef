import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { createConversation, removeMember } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { avatarSvg } from './avatar.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

it('draws initials, and escapes markup in names', () => {
  expect(avatarSvg('a', 'Aino Virtanen')).toContain('>AV</text>')
  const picture = avatarSvg('a', '<script>alert(1)</script> "&\'')
  expect(picture).not.toContain('<script')
  expect(picture.match(/<text[^>]*>([^<]*)<\/text>/)?.[1]).not.toMatch(/[<>&"']/)
})

it('shows a colleague and the user’s own picture, but nothing to strangers', async () => {
  const person = createPerson(db)
  const colleague = createPerson(db, { company: person.company, companyRole: 'member' })
  const { cookie } = await signedIn(person)
  const seen = await server.ask(`/avatars/${colleague.actor.id}`, { cookie })
  expect(seen.status).toBe(200)
  expect(seen.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect((await server.ask(`/avatars/${person.actor.id}`, { cookie })).status).toBe(200)
  expect((await server.ask(`/avatars/${createPerson(db).actor.id}`, { cookie })).status).toBe(404)
  expect((await server.ask(`/avatars/${colleague.actor.id}`)).status).toBe(302)
})

it('shows present and past participants of the user’s conversations, even deactivated ones', async () => {
  const [reader, disabled, left] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { members: [reader, disabled, left] })
  db.update(users).set({ status: 'disabled' }).where(eq(users.id, disabled.actor.id)).run()
  removeMember(db, id, left)
  const { cookie } = await signedIn(reader)
  const seen = async (userId: string) => (await server.ask(`/avatars/${userId}`, { cookie })).status
  expect(await Promise.all([disabled, left].map(({ actor }) => seen(actor.id)))).toEqual([200, 200])
  removeMember(db, id, reader)
  expect(await Promise.all([disabled, left].map(({ actor }) => seen(actor.id)))).toEqual([404, 404])
})
