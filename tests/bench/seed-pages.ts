import { join, resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { depositPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { reactToMessage } from '#app/features/messages/react-to-message.server.ts'
import { referenceTo } from '#app/features/messages/reply-reference.ts'
import { migrateDatabase, openDatabase, transact } from '#db/client.server.ts'
import { bids } from '#db/schema/bids.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { signedDeal, withPassword } from '#tests/factories/deal.ts'
import { invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { seedProjects } from './seed-projects.ts'

export type BenchPage = { name: string; path: string }
export type SeededPages = {
  cookie: string
  pages: BenchPage[]
  /** Somebody else, and where they write. */
  writer: { cookie: string; conversation: string }
}

const minute = 60_000

/**
 * A database with 1 000 open projects, and a signed-in person with fifty conversations, one with fifty messages, fifty issued
 * invoices, projects with eight bids of ten lines and thirty of forty, a contract of forty lines and ten milestones, and one with 6 000 postings; and the pages that show them.
 */
export async function seedPages(dataDir: string): Promise<SeededPages> {
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
  const comparison = createComparison(person, others.slice(0, 8), 10)
  const large = createComparison(person, others.slice(0, 30), 40)
  const contract = createContract(person, others.slice(0, 1))
  for (let index = 0; index < 50; index += 1) issuedInvoice(person, { buyerName: `Buyer ${index} Oy` })
  const lines = Array.from({ length: 10 }, (_, index) => ({ ...invoiceLine, description: `Part ${index} of the work` }))
  const invoice = issuedInvoice(person, { buyerName: 'Buyer of ten lines Oy', lines })
  const statement = await createStatement(person, others[0] ?? person)
  const { cookie } = await signedIn(person)
  const [writing, reading] = others.slice(-2)
  if (!writing || !reading) throw new Error('there is nobody else')
  const { id: conversation } = createConversation(db, { type: 'direct', members: [writing, reading] })
  const writer = { cookie: (await signedIn(writing)).cookie, conversation }
  db.$client.close()
  return {
    cookie,
    writer,
    pages: [
      { name: 'list of 50', path: '/projects?view=open' },
      { name: 'thread of 50 messages', path: `/messages/${thread}` },
      { name: 'comparison of 8 × 10', path: `/projects/${comparison}/bids` },
      { name: 'comparison of 30 × 40', path: `/projects/${large}/bids` },
      { name: 'contract of 40 lines as PDF', path: `/contracts/${contract}/contract.pdf` },
      { name: 'invoice of 10 lines as PDF', path: `/invoicing/${invoice}/invoice.pdf` },
      { name: 'statement of 6 000 rows, a page', path: `/escrow/${statement}/statement` },
      { name: 'conversation list', path: '/messages' },
      { name: 'invoice list', path: '/invoicing' },
      { name: 'project', path: `/projects/${comparison}` },
      { name: 'dashboard', path: '/dashboard' },
    ],
  }
}

/** The id of a project with that many lines, on which each of `bidders` has bid. */
function createComparison(owner: CompanyContext, bidders: CompanyContext[], count: number): string {
  const lines = Array.from({ length: count }, (_, index) => ({
    id: null,
    description: `Part ${index} of the work`,
    quantityMilli: 1000 * (index + 1),
    unit: 'pcs',
  }))
  const { id: projectId } = createOpenProject(owner, { bidDeadline: owner.now + 14_400 * minute, lines })
  for (const [index, bidder] of bidders.entries()) createSubmittedBid(bidder, projectId, 100 + index)
  closeBidding(owner, { projectId })
  return projectId
}

/** The id of a drafted contract for forty lines, in ten milestones. */
function createContract(owner: CompanyContext, bidders: CompanyContext[]): string {
  const projectId = createComparison(owner, bidders, 40)
  const bid = owner.db.select().from(bids).where(eq(bids.projectId, projectId)).get()
  if (!bid) throw new Error('nobody has bid')
  awardBid(owner, { bidId: bid.id })
  const milestones = Array.from({ length: 10 }, (_, index) => ({
    title: `Part ${index} of the work`,
    description: 'With everything that belongs to it, cleaned and handed over.',
    netCents: Math.floor(bid.netCents / 10) + (index === 0 ? bid.netCents % 10 : 0),
    vatRateBp: 2550,
    dueDate: null,
  }))
  const terms = 'The provider does the work in a workmanlike manner and by the law.\n'.repeat(60)
  const paid = { paymentMethod: 'secure_escrow' as const, retentionBp: 500 }
  return draftContract(owner, { projectId, title: 'Kitchen of the school', terms, ...paid, milestones }).contractId
}

/** A contract of both with 6 000 postings. */
async function createStatement(client: CompanyContext, provider: CompanyContext): Promise<string> {
  const people = {
    client: await withPassword(client),
    provider: await withPassword(provider),
    admin: createAdmin(client.db),
  }
  const { contractId } = await signedDeal(client.db, people)
  transact(client.db, (tx) => {
    for (let index = 0; index < 6000; index += 1)
      writePosting(tx, client, {
        ...depositPosting(client.company.id, 100_00 + index),
        ...{ idempotencyKey: `bench:${index}`, contractId, milestoneId: null, currency: 'EUR' },
      })
  })
  return contractId
}
