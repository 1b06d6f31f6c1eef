import { expect, it } from 'vitest'
import { logIn } from '#app/features/accounts/sessions/log-in.server.ts'
import { listingSchema } from '#app/features/directory/listing-schema.server.ts'
import { listCompanies } from '#app/features/directory/queries.server.ts'
import { companySchema } from '#app/features/team/schemas.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { createVisitor } from '#tests/factories/accounts.ts'
import { testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { seedListings } from './listings.ts'
import { demoPassword, seedPeople } from './people.ts'

it('creates demo people who can sign in, and whose companies pass all settings validation', async () => {
  const db = testDatabase()
  const people = await seedPeople(db, testNow)
  for (const { actor } of Object.values(people)) {
    expect(await logIn(createVisitor(db), { email: actor.email, password: demoPassword })).toEqual({
      userId: actor.id,
      mustChangePassword: false,
      needsCode: false,
    })
  }
  expect(people.member.company).toEqual(people.provider.company)
  expect(people.user.company.kind).toBe('individual')
  expect([people.admin.actor.role, people.root.actor.role]).toEqual(['admin', 'super_admin'])
  for (const company of db.select().from(companies).all()) {
    const known = Object.fromEntries(Object.entries(company).filter(([, value]) => value !== null))
    expect(companySchema.safeParse(known).error).toBeUndefined()
  }
  expect(
    db
      .select()
      .from(users)
      .all()
      .every(({ emailVerifiedAt }) => emailVerifiedAt !== null),
  ).toBe(true)
})

it('shows contractors of several trades and towns in the directory, and not the client', async () => {
  const db = testDatabase()
  const people = await seedPeople(db, testNow)
  seedListings(people, testNow)
  const { rows } = listCompanies(people.client, { trade: null, place: null }, 1)
  expect(rows).toHaveLength(4)
  expect(new Set(rows.map(({ place }) => place)).size).toBe(4)
  expect(rows.some(({ id }) => id === people.client.company.id)).toBe(false)
  for (const { about, trades, place } of rows)
    expect(listingSchema.safeParse({ about, trades, place, agreed: 'on' }).error).toBeUndefined()
})
