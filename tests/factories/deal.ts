import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { releaseMilestone, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import type { ProjectInput } from '#app/features/projects/schemas.server.ts'
import { changeTermination } from '#app/features/terminations/change-termination.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { createAdmin, createPerson } from './people.ts'
import { createOpenProject, day } from './project.ts'

export const password = 'a password of the tests'
let hashed: Promise<string> | null = null

/** Gives a person the test password. Its hash is cheap, and checking it too, because a check reads the cost from the hash. */
export async function withPassword<C extends UserContext>(ctx: C): Promise<C> {
  hashed ??= hash(password, { memoryCost: 1024, timeCost: 1 })
  ctx.db
    .update(users)
    .set({ passwordHash: await hashed })
    .where(eq(users.id, ctx.actor.id))
    .run()
  return ctx
}

export const bidInput = {
  amount: 1_000_000,
  lines: [],
  vatRate: 2550,
  approach: 'We begin on Monday.',
  timelineWeeks: 8,
}

export type Parties = { client: CompanyContext; provider: CompanyContext; admin: UserContext }

/** The VAT treatment of the project; standard unless given. */
type Asked = Partial<Pick<ProjectInput, 'vatTreatment' | 'vatGround' | 'buyerDeductsVat'>> & { estimateText?: string }

export type Deal = Parties & {
  projectId: string
  bidId: string
  contractId: string
  milestoneIds: string[]
}

/** A client and a provider with a contract that both signed; the work has two milestones. */
export async function signedDeal(db: Database, people?: Parties, asked?: Asked): Promise<Deal> {
  const deal = await draftedDeal(db, people, asked)
  await sendAndSign(deal)
  return deal
}

/** Sends a drafted contract, which both then sign. */
export async function sendAndSign({ client, provider, contractId }: Deal): Promise<void> {
  sendContract(client, { contractId })
  await signContract(provider, { contractId, typedName: provider.actor.name, password })
  await signContract(client, { contractId, typedName: client.actor.name, password })
}

/** The same deal up to the sent contract. */
export async function sentDeal(db: Database, people?: Parties, asked?: Asked): Promise<Deal> {
  const deal = await draftedDeal(db, people, asked)
  sendContract(deal.client, { contractId: deal.contractId })
  return deal
}

/** Two companies' people, who have the test password, and an admin; `now` in UTC epoch ms. */
export async function createParties(db: Database, now?: number): Promise<Parties> {
  const options = now === undefined ? {} : { now }
  const [client, provider] = [createPerson(db, options), createPerson(db, options)]
  await Promise.all([withPassword(client), withPassword(provider)])
  return { client, provider, admin: createAdmin(db, 'admin', now) }
}

/** The same deal up to the draft contract. */
export async function draftedDeal(db: Database, people?: Parties, asked: Asked = {}): Promise<Deal> {
  const { client, provider, admin } = people ?? (await createParties(db))
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day, ...asked })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  awardBid(client, { bidId })
  const isTaxed = (asked.vatTreatment ?? 'standard') === 'standard'
  const half = { description: '', netCents: 500_000, vatRateBp: isTaxed ? 2550 : 0, dueDate: null }
  const { contractId } = draftContract(client, {
    projectId,
    title: 'Kitchen of the school',
    terms: 'What was said holds.',
    paymentMethod: 'secure_escrow',
    retentionBp: 500,
    milestones: [
      { ...half, title: 'Demolition' },
      { ...half, title: 'Installation' },
    ],
  })
  const rows = db
    .select({ id: milestones.id })
    .from(milestones)
    .where(eq(milestones.contractId, contractId))
    .orderBy(milestones.position)
    .all()
  return { client, provider, admin, projectId, bidId, contractId, milestoneIds: rows.map(({ id }) => id) }
}

/** Records the bank transfer that funds a milestone. */
export function fund({ admin }: Deal, milestoneId: string): void {
  const milestone = admin.db.select().from(milestones).where(eq(milestones.id, milestoneId)).get()
  if (!milestone?.fundingReference) throw new Error('the milestone has no reference to pay with')
  const transfer = {
    reference: milestone.fundingReference,
    amountCents: milestone.amountCents,
    currency: 'EUR' as const,
  }
  const paidOn = businessDay(admin.now)
  recordTransfer(admin, { ...transfer, payerName: 'The payer of transfers', paidOn, archiveId: newId() })
}

/** Funds a milestone and submits it with a file. */
export function submitted(deal: Deal, milestoneId: string): void {
  fund(deal, milestoneId)
  const file = {
    name: 'plan.pdf',
    mime: 'application/pdf',
    size: 4,
    sha256: 'abc',
    storedAs: newId(),
    keep: () => undefined,
  }
  submitMilestone(deal.provider, { milestoneId, note: 'Done.', files: [file as never] })
}

/** Funds, submits and approves a milestone. */
export function approved(deal: Deal, milestoneId: string): void {
  submitted(deal, milestoneId)
  approveMilestone(deal.client, { milestoneId })
}

export async function released(deal: Deal, milestoneId: string): Promise<void> {
  approved(deal, milestoneId)
  const expectedRetentionCents = retentionOfRelease(deal.client, milestoneId)
  await releaseMilestone(deal.client, { milestoneId, password, expectedRetentionCents })
}

/** Ends a contract on the ground of the other party's insolvency, which gives no time to remedy it. */
export function terminateContract(party: CompanyContext, input: { contractId: string; reason: string }): void {
  const { contractId, reason } = input
  claimTermination(party, { contractId, ground: 'insolvency', facts: reason })
  changeTermination(party, { contractId, action: 'confirm' })
}
