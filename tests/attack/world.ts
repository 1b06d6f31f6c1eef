import { join } from 'node:path'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { openDatabase } from '#db/client.server.ts'
import { addMember, createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
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
  /** The address of an account that attackers guess at. */
  victim: string
  /** A conversation with all of them, and a message there. */
  group: string
  message: string
  /** A group that anybody may join. */
  openGroup: string
  /** An open project of the first attacker's company. */
  project: string
}

/** Adds the people of one attack to the server's database. */
export async function seedWorld(dataDir: string): Promise<World> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const now = Date.now()
  const known = async (person: CompanyContext) => ({ id: person.actor.id, cookie: (await signedIn(person)).cookie })
  const people = Array.from({ length: 7 }, () => createPerson(db, { now })) as [
    CompanyContext,
    CompanyContext,
    ...CompanyContext[],
  ]
  const others = Array.from({ length: 4 }, () => createPerson(db, { now, emailVerified: false }))
  const guests = Array.from({ length: 8 }, () => createPerson(db, { now }))
  const group = createConversation(db, { members: people, createdAt: now }).id
  for (const person of others) addMember(db, group, person, 'member', now)
  const said = Array.from({ length: 100 }, (_, count) => say(people[0], group, `The concrete comes on day ${count}`))
  const openGroup = createConversation(db, { members: [people[0]], privacy: 'public', createdAt: now }).id
  const project = createOpenProject(people[1], { bidDeadline: now + 10 * day }).id
  const victim = people[0].actor.email
  const [bystander, ...attackers] = await Promise.all(people.map(known))
  const unverified = await Promise.all(others.map(known))
  const visitors = await Promise.all(guests.map(known))
  db.$client.close()
  if (!bystander) throw new Error('there is nobody')
  const message = said.at(-1)?.id ?? ''
  return { visitors, attackers, unverified, bystander, victim, group, message, openGroup, project }
}
