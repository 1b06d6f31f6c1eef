import { join } from 'node:path'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { openDatabase } from '#db/client.server.ts'
import { addMember, createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

type Somebody = { id: string; cookie: string }
export type World = {
  /** People who only ask for pages. */
  visitors: Somebody[]
  /** Attackers with accounts of their own, whose addresses are verified. */
  attackers: Somebody[]
  /** Attackers who have only signed up. */
  unverified: Somebody[]
  /** Somebody who wants nothing but to send a picture. */
  bystander: Somebody
  /** A conversation with all of them. */
  group: string
}

/** Adds the people of one attack to the server's database. */
export async function seedWorld(dataDir: string): Promise<World> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const now = Date.now()
  const known = async (person: CompanyContext) => ({ id: person.actor.id, cookie: (await signedIn(person)).cookie })
  const people = Array.from({ length: 7 }, () => createPerson(db, { now })) as [CompanyContext, ...CompanyContext[]]
  const others = Array.from({ length: 4 }, () => createPerson(db, { now, emailVerified: false }))
  const guests = Array.from({ length: 8 }, () => createPerson(db, { now }))
  const group = createConversation(db, { members: people, createdAt: now }).id
  for (const person of others) addMember(db, group, person, 'member', now)
  for (let count = 0; count < 100; count += 1) say(people[0], group, `The concrete comes on day ${count}`)
  const [bystander, ...attackers] = await Promise.all(people.map(known))
  const unverified = await Promise.all(others.map(known))
  const visitors = await Promise.all(guests.map(known))
  db.$client.close()
  if (!bystander) throw new Error('there is nobody')
  return { visitors, attackers, unverified, bystander, group }
}
