import { asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getAwardedBid } from '#app/features/bids/award-queries.server.ts'
import { contractTotalsOf, type Totals } from '#app/features/bids/bid-totals.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { signChangeOrder } from '#app/features/change-orders/sign-change-order.server.ts'
import { findClosingTerms } from '#app/features/contracts/closing-terms.server.ts'
import { noClosing, yse1998 } from '#app/features/contracts/closing-terms.ts'
import { declineContract } from '#app/features/contracts/decline-contract.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { addStatement } from '#app/features/disputes/add-statement.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { getRetention } from '#app/features/escrow/queries.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { releaseMilestone, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { requestChanges } from '#app/features/escrow/request-changes.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { resolveRetention } from '#app/features/escrow/resolve-retention.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { attachToDefect } from '#app/features/handover/attach-to-defect.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { changeDefect } from '#app/features/handover/change-defect.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { changeSecurity } from '#app/features/securities/change-security.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { changeTermination } from '#app/features/terminations/change-termination.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { splitByWeights } from '#app/platform/money.ts'
import type { Database } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { projects } from '#db/schema/projects.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { type ContractStory, contractStories, demoTerms } from './contract-stories.ts'
import { demoPassword, type People } from './people.ts'
import { type Clock, Stage } from './stage.ts'
import { storedPhoto, storedText } from './stored-text.ts'
import { valueMilestone } from './valuations.ts'

const day = 86_400_000
const hour = day / 24
/** The UTC day of a moment, `YYYY-MM-DD`. */
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

type Firms = { client: CompanyContext; provider: CompanyContext; admin: People['admin'] }

/**
 * Creates contracts for the awarded projects, signs them and works through them with the product's own verbs. Their stories are played side by
 * side in the order of time, because the ledger is in the order in which it was written.
 */
export async function seedContracts(db: Database, people: People, now: number): Promise<void> {
  const firms = [people.client, people.provider, people.user, people.bathrooms, people.electricians, people.roofers]
  const firmOf = (companyId: string) => firms.find((firm) => firm.company.id === companyId)
  const awarded = db
    .select()
    .from(projects)
    .where(eq(projects.status, 'awarded'))
    .orderBy(asc(projects.createdAt))
    .all()
  const stage = new Stage()
  const plays = awarded.flatMap((project) => {
    const story = contractStories.find((one) => project.title.startsWith(one.project))
    const award = getAwardedBid(db, project.id)
    const client = firmOf(project.companyId)
    const provider = award && firmOf(award.bid.companyId)
    if (!story || !award || !client || !provider) return []
    const start = Math.max(award.awardedAt + day, now - story.beganDaysAgo * day)
    const clock = stage.join(timeline(start, now, story))
    const firmsOf = { client, provider, admin: people.admin }
    return [() => playStory(story, firmsOf, project, contractTotalsOf(award.lines), clock, now)]
  })
  await Promise.all(plays.map((play) => play().finally(() => stage.leave())))
}

async function playStory(
  story: ContractStory,
  firms: Firms,
  project: { id: string; title: string },
  { netCents, vatGroups }: Totals,
  clock: Clock,
  now: number,
): Promise<void> {
  const { client, provider } = firms
  const at = async (ctx: CompanyContext): Promise<CompanyContext> => ({ ...ctx, now: await clock() })
  const parts = splitByWeights(
    netCents,
    story.milestones.map((milestone) => milestone.weight),
  )
  const { contractId } = draftContract(await at(client), {
    projectId: project.id,
    title: project.title,
    terms: demoTerms(client.company.name, provider.company.name, project.title),
    paymentMethod: story.paymentMethod,
    retentionBp: story.retentionBp,
    closing:
      story.readyInDays === undefined ? noClosing : { ...yse1998, handoverDue: dayText(now + story.readyInDays * day) },
    milestones: story.milestones.map(({ title, description, dueInDays }, index) => ({
      title,
      description,
      netCents: parts[index] ?? 0,
      vatRateBp: vatGroups[0]?.vatRateBp ?? 0,
      dueDate: dayText(now + dueInDays * day),
    })),
  })
  if (story.signing === 'draft') return
  sendContract(await at(client), { contractId })
  if (story.signing === 'sent') return
  const sign = async (ctx: CompanyContext) =>
    signContract(await at(ctx), { contractId, typedName: ctx.actor.name, password: demoPassword })
  await sign(client)
  if (story.signing === 'declined') declineContract(await at(provider), { contractId, reason: story.reason ?? '' })
  if (story.signing !== 'active') return
  await sign(provider)
  const rows = client.db
    .select()
    .from(milestones)
    .where(eq(milestones.contractId, contractId))
    .orderBy(asc(milestones.position))
    .all()
  if (story.readyInDays !== undefined)
    await giveSecurity({ client: await at(client), provider: await at(provider) }, contractId, now)
  const statusOf = (row: Row) => story.milestones[row.position - 1]?.status ?? 'planned'
  // Submitted work that awaits approval comes last, or the approval deadline would have passed already.
  const waitsLast = (row: Row) => Number(statusOf(row) === 'submitted')
  for (const row of rows.toSorted((a, b) => waitsLast(a) - waitsLast(b))) {
    const to = statusOf(row)
    await advance(row, to, story, { ...firms }, clock)
  }
  if (story.readyInDays !== undefined) await handOver(contractId, { client, provider }, clock)
  for (const change of story.changes ?? []) {
    const { by, agreed, reduces, ...content } = change
    const { changeOrderId } = draftChangeOrder(await at(firms[by]), {
      ...content,
      ...{ contractId, vatRateBp: vatGroups[0]?.vatRateBp ?? 0 },
      lines: content.lines.map((line) => ({ ...line, bidLineId: null })),
      extensionMilestoneId: null,
      milestoneId: rows.find(({ position }) => position === reduces)?.id ?? null,
    })
    const signers = agreed ? [firms[by], firms[by === 'client' ? 'provider' : 'client']] : [firms[by]]
    for (const ctx of signers)
      await signChangeOrder(await at(ctx), {
        contractId,
        changeOrderId,
        typedName: ctx.actor.name,
        password: demoPassword,
      })
  }
  if (story.notice) {
    const { by, ...notice } = story.notice
    claimTermination(await at(firms[by]), { ...notice, contractId })
  }
  if (story.ending) await end(story.ending, contractId, firms, clock)
}

/** What the client's photo of the first defect shows: a run of paint on a wall below a window. */
const paintRun = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
  <rect width="640" height="480" fill="#d9d4c7"/><rect x="150" y="20" width="340" height="200" fill="#8fa9bd"/>
  <path d="M320 20v200M150 120h340" stroke="#f4f2ec" stroke-width="10"/><rect x="130" y="220" width="380" height="18" fill="#f4f2ec"/>
  <path d="M352 238c-4 60-10 96-8 138q4 26 16 0c2-42-2-78-8-138z" fill="#b9b19d"/>
</svg>`

/** The provider calls the handover, and both sign its protocol with two defects, the first with a photo of the client and fixed since. */
async function handOver(
  contractId: string,
  { client, provider }: Pick<Firms, 'client' | 'provider'>,
  clock: Clock,
): Promise<void> {
  const at = async (ctx: CompanyContext): Promise<CompanyContext> => ({ ...ctx, now: await clock() })
  callHandover(await at(provider), { contractId })
  const written = await at(provider)
  const defect = (description: string, place: string) => ({
    ...{ description, place, responsible: 'provider' as const, dueOn: dayText(written.now + 14 * day) },
  })
  updateHandover(written, {
    ...{ contractId, heldOn: dayText(written.now - day), result: 'accepted_with_defects' },
    present: `${client.actor.name} for the client, ${provider.actor.name} for the provider`,
    ...{ reasons: '', claims: '' },
    defects: [
      defect('A run of paint below the window', 'Stairwell B, 4th floor'),
      defect('The handrail has a scratch', 'Stairwell C, 2nd floor'),
    ],
  })
  const [shown] = getHandover(client, contractId)?.handover?.defects ?? []
  const photo = await storedPhoto('paint-run.jpg', paintRun)
  if (shown) attachToDefect(await at(client), { contractId, defectId: shown.id, files: [photo] })
  for (const ctx of [provider, client])
    await signHandover(await at(ctx), { contractId, typedName: ctx.actor.name, password: demoPassword })
  const [first] = getHandover(client, contractId)?.handover?.defects ?? []
  if (first) changeDefect(await at(provider), { contractId, defectId: first.id, action: 'fix' })
}

/** The provider gives the performance security, which the client receives; it expires in three weeks. */
async function giveSecurity(
  { client, provider }: Pick<Firms, 'client' | 'provider'>,
  contractId: string,
  now: number,
): Promise<void> {
  const term = findClosingTerms(client.db, contractId)?.securities.find(({ purpose }) => purpose === 'performance')
  if (!term) return
  const { purpose, kind, amountCents } = term
  const guarantee = { purpose, kind, amountCents, guarantor: 'Pohjola Guarantee Bank', number: 'PG-2026-0417' }
  const number = `${guarantee.guarantor}, ${guarantee.number}`
  const files = [await storedText('guarantee.txt', `${number}\n\nWe guarantee as for our own debt.\n`)]
  const given = { ...guarantee, contractId, files, validUntil: dayText(now + 21 * day) }
  const { securityId } = recordSecurity(provider, given)
  const receipt = { day: dayText(client.now), person: client.actor.name, amountCents: null, note: null }
  changeSecurity({ ...client, now: provider.now }, { ...receipt, contractId, securityId, action: 'receive' })
}

/** Ends a contract early, and plays what became of its retention. */
async function end(
  { by, reason, retention }: NonNullable<ContractStory['ending']>,
  contractId: string,
  firms: Firms,
  clock: Clock,
): Promise<void> {
  const at = async <C extends { now: number }>(ctx: C): Promise<C> => ({ ...ctx, now: await clock() })
  claimTermination(await at(firms[by]), { contractId, ground: 'agreement', facts: reason })
  changeTermination(await at(firms[by === 'client' ? 'provider' : 'client']), { contractId, action: 'accept' })
  if (retention === 'held') return
  if (retention === 'released') {
    await releaseRetention(await at(firms.client), { contractId, password: demoPassword })
    return
  }
  disputeRetention(await at(firms.client), { contractId, reason: retention.disputed })
  const admin = await at(firms.admin)
  const cents = getRetention(admin, contractId)?.retentionCents ?? 0
  const [clientCents = 0, providerCents = 0] = splitByWeights(cents, [3, 2])
  await resolveRetention(admin, {
    contractId,
    split: { clientCents, providerCents },
    reason: retention.decision,
    password: demoPassword,
  })
}

/** The number of steps to each status. */
const stepsTo: Record<MilestoneStatus, number> = {
  planned: 0,
  funded: 1,
  submitted: 2,
  refund_requested: 2,
  changes_requested: 3,
  approved: 3,
  refunded: 3,
  disputed: 4,
  released: 4,
  resolved: 5,
}

/** Steps through the past: each call is a little later than the previous one, and the last is a day ago. */
function timeline(start: number, now: number, story: ContractStory): () => number {
  const steps =
    4 +
    (story.ending ? 4 : 0) +
    (story.notice ? 1 : 0) +
    (story.readyInDays === undefined ? 0 : 7) +
    (story.changes ?? []).reduce((sum, { agreed }) => sum + (agreed ? 3 : 2), 0) +
    story.milestones.reduce((sum, { status, isValued }) => sum + stepsTo[status] + (isValued ? 5 : 0), 0)
  const stride = Math.max(hour, (now - day - start) / steps)
  let moment = start
  return () => {
    moment = Math.min(moment + stride, now - day)
    return Math.round(moment)
  }
}

type Row = typeof milestones.$inferSelect

async function advance(row: Row, to: MilestoneStatus, story: ContractStory, firms: Firms, clock: Clock): Promise<void> {
  const milestoneId = row.id
  const at = async <C extends { now: number }>(ctx: C): Promise<C> => ({ ...ctx, now: await clock() })
  const { client, provider, admin } = firms
  const direct = story.paymentMethod === 'direct_invoice'
  if (to === 'planned') return
  if (!direct) fund(await at(admin), client, row)
  if (to === 'funded') {
    if (story.milestones[row.position - 1]?.isValued) await valueMilestone(row, firms, clock)
    return
  }
  if (to === 'refund_requested' || to === 'refunded') {
    requestRefund(await at(client), { milestoneId, reason: 'The city has moved this part of the work to next year.' })
    if (to === 'refunded')
      await consentRefund(await at(provider), { milestoneId, reason: 'Agreed by phone.', password: demoPassword })
    return
  }
  const note = `${row.title} is done as agreed. The report is attached.`
  const report = await demoFile(row, note)
  submitMilestone(await at(provider), { milestoneId, note, files: [report] })
  if (to === 'submitted') return
  if (to === 'changes_requested') {
    requestChanges(await at(client), {
      milestoneId,
      reason: 'The sealing at the north corner is missing, and the photos of it too.',
    })
    return
  }
  if (to === 'disputed' || to === 'resolved') {
    disputeMilestone(await at(client), {
      milestoneId,
      reason: 'A third of the surface was left out, and the bill is for all of it.',
    })
    addStatement(await at(provider), {
      subjectId: milestoneId,
      text: 'The surface that was left out lies behind the scaffolding, which the client has not had removed. We can finish it in two days.',
      files: [],
    })
    if (to === 'disputed') return
    const clientCents = Math.round(row.amountCents / 3)
    const split = { clientCents, providerCents: row.amountCents - clientCents }
    await resolveDispute(await at(admin), {
      milestoneId,
      split,
      reason: 'The photos show that a third of the surface was not done.',
      password: demoPassword,
    })
    return
  }
  approveMilestone(await at(client), { milestoneId })
  if (to === 'approved' || direct) return
  const expectedRetentionCents = retentionOfRelease(client, milestoneId)
  await releaseMilestone(await at(client), { milestoneId, password: demoPassword, expectedRetentionCents })
}

function fund(admin: People['admin'], client: CompanyContext, row: Row): void {
  const payer = client.db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, client.company.id))
    .get()
  recordTransfer(admin, {
    reference: row.fundingReference ?? '',
    amountCents: row.amountCents,
    currency: 'EUR',
    payerName: payer?.name ?? client.company.name,
    paidOn: dayText(admin.now),
    archiveId: `2588${row.fundingReference}`,
  })
}

/** A small report. */
const demoFile = (row: Row, note: string): Promise<CheckedFile> =>
  storedText(
    `${row.title}.txt`,
    `${row.title}\n\n${note}\n\nMeasured on site and photographed; the originals are with the site manager.\n`,
  )
