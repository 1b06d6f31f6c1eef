import { join, resolve } from 'node:path'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { reactToMessage } from '#app/features/messages/react-to-message.server.ts'
import { referenceTo } from '#app/features/messages/reply-reference.ts'
import { migrateDatabase, openDatabase } from '#db/client.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { seedProjects } from './seed-projects.ts'

export type BenchPage = { name: string; path: string }

const minute = 60_000

/**
 * A database with 1 000 open projects, and a signed-in person with fifty conversations, one with fifty messages, fifty issued
 * invoices, and a project with eight bids of ten lines; and the pages that show them.
 */
export async function seedPages(dataDir: string): Promise<{ cookie: string; pages: BenchPage[] }> {
  await seedProjects(dataDir, 1000)
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  migrateDatabase(db, resolve('db/migrations'))
  const now = Date.now()
  const person = createPerson(db, { now })
  const others = Array.from({ length: 50 }, () => createPerson(db, { now }))
  for (const [index, other] of others.entries()) {
    const { id } = createConversation(db, { type: 'direct', members: [person, other] })
    say({ ...other, now: now - index * 60 * minute }, id, `The drawings of house ${index} are ready.`)
  }
  const speakers = [person, ...others.slice(0, 3)]
  const { id: thread } = createConversation(db, { members: speakers })
  const messages: MessageView[] = []
  for (let index = 0; index < 50; index += 1) {
    const speaker = speakers[Math.floor(index / 2) % speakers.length] ?? person
    const quoted = index % 7 === 6 ? messages[index - 3] : undefined
    const text = `Message ${index}: the tiles for the kitchen arrive on Tuesday; the painters can begin a day later.`
    const at = { ...speaker, now: now - (50 - index) * 2 * minute }
    messages.push(say(at, thread, text, { replyTo: quoted ? referenceTo(quoted) : null }))
  }
  for (const [index, { id: messageId }] of messages.entries())
    if (index % 5 === 0)
      for (const speaker of speakers.slice(1, 3)) reactToMessage({ ...speaker, now }, { messageId, emoji: '👍' })
  const lines = Array.from({ length: 10 }, (_, index) => ({
    id: null,
    description: `Part ${index} of the work`,
    quantityMilli: 1000 * (index + 1),
    unit: 'pcs',
  }))
  const { id: projectId } = createOpenProject(person, { bidDeadline: now + 14_400 * minute, lines })
  for (const [index, bidder] of others.slice(0, 8).entries()) createSubmittedBid(bidder, projectId, 100 + index)
  closeBidding(person, { projectId })
  for (let index = 0; index < 50; index += 1) issuedInvoice(person, { buyerName: `Buyer ${index} Oy` })
  const { cookie } = await signedIn(person)
  db.$client.close()
  return {
    cookie,
    pages: [
      { name: 'list of 50', path: '/projects?view=open' },
      { name: 'thread of 50 messages', path: `/messages/${thread}` },
      { name: 'comparison of 8 × 10', path: `/projects/${projectId}/bids` },
      { name: 'conversation list', path: '/messages' },
      { name: 'invoice list', path: '/invoicing' },
      { name: 'project', path: `/projects/${projectId}` },
      { name: 'dashboard', path: '/dashboard' },
    ],
  }
}
