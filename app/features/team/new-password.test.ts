import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { action as login } from '#app/features/accounts/routes/login.tsx'
import { action as security } from '#app/features/accounts/routes/security.tsx'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { mails } from '#db/schema/notifications.ts'
import { answerOf, browserRequest, givePassword, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { requireNewPassword } from './require-new-password.server.ts'
import { loader as memberPage } from './routes/member.tsx'
import { loader as requirePage, action as requirePassword } from './routes/require-password.tsx'
import { loader as team } from './routes/team.tsx'

let db: Database
let owner: CompanyContext
let manager: CompanyContext
let member: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  owner = createPerson(db)
  manager = createPerson(db, { company: owner.company, companyRole: 'manager' })
  member = createPerson(db, { company: owner.company, companyRole: 'member' })
  for (const person of [owner, manager, member]) await givePassword(person)
})

/** Calls a route's loader or action. Handlers take more arguments than these tests pass. */
const call = (handler: (args: never) => unknown, request: Request) =>
  answerOf(() => handler({ request, params: { userId: member.actor.id }, context: {} } as never))
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('Set-Cookie')?.split(';')[0] ?? ''
const seenBy = async (person: CompanyContext) =>
  (await call(memberPage, browserRequest('/team', { cookie: (await signedIn(person)).cookie }))).data
const forced = '/security?force_change=true'

it('is required by an owner at the colleague’s page: logged out everywhere, they can do nothing before they have chosen it', async () => {
  const path = `/team/${member.actor.id}/password`
  expect(await seenBy(owner)).toMatchObject({ passwordTo: path, mustChangePassword: false })
  const { cookie } = await signedIn(owner)
  const before = await signedIn(member)
  const wrong = await call(requirePassword, browserRequest(path, { cookie, form: { password: 'wrong' } }))
  expect([wrong.status, (await call(team, browserRequest('/team', before))).status]).toEqual([422, 200])

  expect((await call(requirePage, browserRequest(path, { cookie }))).data).toMatchObject({ name: member.actor.name })
  const done = await call(requirePassword, browserRequest(path, { cookie, form: { password: testPassword } }))
  expect([done.status, done.headers.get('Location')]).toEqual([303, `/team/${member.actor.id}`])
  expect(await seenBy(owner)).toMatchObject({ passwordTo: null, mustChangePassword: true })
  expect((await call(team, browserRequest('/team', before))).headers.get('Location')).toBe('/login')
  expect(db.select().from(mails).all()).toMatchObject([
    { recipient: member.actor.email, template: 'newPasswordRequired' },
  ])
  expect(db.select().from(auditLog).all()).toMatchObject([
    { action: 'user.require_password', actorId: owner.actor.id, subjectId: member.actor.id },
  ])
  expect(verifyAudit(db)).toEqual({ rows: 1, brokenAt: null })

  const credentials = { email: member.actor.email, password: testPassword }
  const entered = await call(login, browserRequest('/login', { form: credentials }))
  expect(entered.headers.get('Location')).toBe(forced)
  const again = { cookie: cookieOf(entered) }
  expect((await call(team, browserRequest('/team', again))).headers.get('Location')).toBe(forced)
  const form = { currentPassword: testPassword, password: 'another river', confirmPassword: 'another river' }
  expect((await call(security, browserRequest(forced, { ...again, form }))).status).toBe(303)
  expect(await seenBy(owner)).toMatchObject({ passwordTo: path, mustChangePassword: false })
})

it('is required by nobody but an owner, of nobody but a colleague, and once', async () => {
  const ask = (ctx: CompanyContext, { actor }: CompanyContext) =>
    requireNewPassword(ctx, { userId: actor.id, password: testPassword })
  for (const other of [manager, member]) {
    expect(await seenBy(other)).toMatchObject({ passwordTo: null })
    await expect(ask(other, owner)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(ask(owner, owner)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ask(owner, createPerson(db))).rejects.toMatchObject({ code: 'not_found' })
  expect(await ask(owner, manager)).toEqual({ name: manager.actor.name })
  await expect(ask(owner, manager)).rejects.toMatchObject({ code: 'conflict' })
  expect(db.select().from(mails).all()).toHaveLength(1)
})
