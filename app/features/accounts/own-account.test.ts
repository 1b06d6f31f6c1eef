import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { givePassword, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { changePassword } from './change-password.server.ts'
import type { CompanyContext } from './context.ts'
import { verifyPassword } from './passwords.server.ts'
import { getProfile, listSessions } from './queries.server.ts'
import { endOtherSessions } from './sessions/end-other-sessions.server.ts'
import { updateProfile } from './update-profile.server.ts'

let db: Database
let person: CompanyContext
let other: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db)
  other = createPerson(db)
  await givePassword(person)
  person = { ...person, sessionHash: (await signedIn(person)).hash }
})

const user = () => db.select().from(users).where(eq(users.id, person.actor.id)).get()
const hashes = (ctx: CompanyContext) => listSessions(ctx).map(({ hash }) => hash)

describe('changePassword', () => {
  it('sets the new password, clears a forced change, ends all other sessions and notifies by mail', async () => {
    db.update(users).set({ mustChangePassword: true }).where(eq(users.id, person.actor.id)).run()
    await signedIn(person)
    const stranger = await signedIn(other)
    await changePassword(person, { currentPassword: testPassword, password: 'another river' })
    expect(await verifyPassword(user()?.passwordHash ?? null, 'another river')).toBe(true)
    expect(user()).toMatchObject({ mustChangePassword: false, passwordChangedAt: person.now })
    expect(hashes(person)).toEqual([person.sessionHash])
    expect(hashes(other)).toEqual([stranger.hash])
    expect(db.select().from(mails).all()).toMatchObject([
      { template: 'passwordChanged', recipient: person.actor.email },
    ])
  })

  it.each([
    [{ currentPassword: 'wrong', password: 'another river' }, 'currentPassword'],
    [{ currentPassword: testPassword, password: '1234567' }, 'password'],
    [{ currentPassword: testPassword, password: 'password123' }, 'password'],
    [{ currentPassword: testPassword, password: testPassword }, 'password'],
  ])('refuses %o at %s, and changes nothing', async (input, field) => {
    await signedIn(person)
    await expect(changePassword(person, input)).rejects.toMatchObject({ code: 'invalid', field })
    expect(await verifyPassword(user()?.passwordHash ?? null, testPassword)).toBe(true)
    expect(hashes(person)).toHaveLength(2)
  })

  it('lets one of two concurrent changes win', async () => {
    const change = (password: string) => changePassword(person, { currentPassword: testPassword, password })
    const results = await Promise.allSettled([change('another river'), change('a third river')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('limits guesses of the current password', async () => {
    const codes: string[] = []
    for (let count = 0; count < 11; count += 1) {
      await changePassword(person, { currentPassword: 'wrong', password: 'another river' }).catch(({ code }) =>
        codes.push(code),
      )
    }
    expect(codes.at(-1)).toBe('rate_limited')
  })
})

describe('endOtherSessions', () => {
  it('ends one of the actor’s sessions, or all but the current one', async () => {
    const [one] = [await signedIn(person), await signedIn(person), await signedIn(person)]
    expect(endOtherSessions(person, { sessionHash: one.hash })).toEqual({ ended: 1 })
    expect(endOtherSessions(person, { sessionHash: one.hash })).toEqual({ ended: 0 })
    expect(hashes(person)).toHaveLength(3)
    expect(endOtherSessions(person, {})).toEqual({ ended: 2 })
    expect(hashes(person)).toEqual([person.sessionHash])
  })

  it('leaves other people’s sessions, and the current one, alone', async () => {
    const stranger = await signedIn(other)
    expect(endOtherSessions(person, { sessionHash: stranger.hash })).toEqual({ ended: 0 })
    expect(endOtherSessions(person, { sessionHash: person.sessionHash ?? '' })).toEqual({ ended: 0 })
    expect(hashes(other)).toEqual([stranger.hash])
  })
})

describe('updateProfile', () => {
  it('saves the given fields and clears the empty ones', () => {
    updateProfile(person, { name: 'Nina', phone: '+358 40 1', jobTitle: 'Engineer', timeZone: 'Asia/Tokyo' })
    updateProfile(person, { name: 'Nina Nova', timeZone: 'Europe/Helsinki' })
    expect(getProfile(person)).toMatchObject({
      name: 'Nina Nova',
      phone: null,
      jobTitle: null,
      timeZone: 'Europe/Helsinki',
    })
  })

  it('overwrites no concurrent change except one by the same form', () => {
    const save = (seconds: number, name: string, expectedVersion: number, submissionId: string) =>
      updateProfile({ ...person, now: person.now + seconds * 1000 }, { name, expectedVersion, submissionId })
    const opened = newId()
    const version = getProfile(person)?.updatedAt ?? 0
    save(1, 'One', version, opened)
    expect(() => save(2, 'Two', version, newId())).toThrow('errors:editConflict')
    expect(getProfile(person)?.name).toBe('One')
    save(3, 'Three', version, opened)
    save(4, 'Two', person.now + 3000, newId())
    expect(getProfile(person)?.name).toBe('Two')
  })

  it('refuses an unknown time zone', () => {
    expect(() => updateProfile(person, { name: 'Nina', timeZone: 'Mars/Olympus' })).toThrow('validation:choice')
  })
})
