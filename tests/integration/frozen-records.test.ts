import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { revokeStandingAward } from '#app/features/decisions/revoke-standing-award.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { signFinalAccount } from '#app/features/final-accounts/sign-final-account.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import type { Database } from '#db/client.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import { approved, type Deal, fund, password, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { approvedDeal, handoverInput } from '#tests/factories/handover.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { agreedSchedule, certified } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'

let db: Database
let server: TestServer
let deal: Deal
let owner: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  deal = await signedDeal(db)
  await signAll(deal)
  await endDispute(deal)
  owner = createPerson(db)
  const { id: projectId } = createOpenProject(owner)
  const { id: bidId } = createSubmittedBid(createPerson(db), projectId)
  closeBidding(owner, { projectId })
  awardBid(owner, { bidId })
  revokeStandingAward({ ...owner, now: owner.now + 1 }, { bidId, kind: 'corrected', reason: 'Wrongly added up.' })
})
afterAll(() => server.stop())

/** Signs one document of each kind that a contract can lead to. */
async function signAll({ client, provider, admin, contractId }: Deal) {
  await proposedChange(provider, { contractId })
  const handed = approvedDeal(await signedDeal(db, { client, provider, admin }))
  callHandover(provider, { contractId: handed })
  updateHandover(provider, { ...handoverInput(provider.now), contractId: handed })
  await signHandover(provider, { contractId: handed, typedName: provider.actor.name, password })
  const ended = (await signedDeal(db, { client, provider, admin })).contractId
  terminateContract(provider, { contractId: ended, reason: 'Bankrupt' })
  beginFinalAccount(provider, { contractId: ended })
  await signFinalAccount(provider, { contractId: ended, typedName: provider.actor.name, password })
}

/** Certifies a part of one milestone, and ends a dispute about the other. */
async function endDispute({ milestoneIds: [valued = '', disputed = ''], ...of }: Deal) {
  const whole = { ...of, milestoneIds: [valued, disputed] }
  fund(whole, valued)
  agreedSchedule(whole, valued)
  await certified(whole, valued, [2_500, 0])
  approved(whole, disputed)
  disputeMilestone(of.client, { milestoneId: disputed, reason: 'Wrongly added up.' })
  const split = { clientCents: 127_500, providerCents: 500_000 }
  await resolveDispute(of.admin, { milestoneId: disputed, split, reason: 'Wrongly added up.' })
}

const hashOf = (query: string) => String(db.$client.prepare(query).pluck().get())

it.each([
  ['Tender set of a project', 'SELECT digest FROM tender_sets ORDER BY id LIMIT 1'],
  ['Decision on an award', 'SELECT digest FROM award_decisions ORDER BY id LIMIT 1'],
  ['Letter about an award', 'SELECT digest FROM award_letters ORDER BY id LIMIT 1'],
  ['Revocation of an award', 'SELECT digest FROM award_revocations'],
  ['Notice of a revoked award', 'SELECT notice_digest FROM award_revocations'],
  ['Payment certificate of a contract', 'SELECT document_hash FROM payment_certificates'],
  ['How a dispute ended', 'SELECT document_hash FROM dispute_decisions'],
  ['Record of a signature', 'SELECT record_hash FROM contract_signatures LIMIT 1'],
  ['Record of a signature', 'SELECT record_hash FROM change_order_signatures'],
  ['Record of a signature', 'SELECT record_hash FROM handover_signatures'],
  ['Record of a signature', 'SELECT record_hash FROM final_account_signatures'],
])('%s is known by its hash, and neither names nor its text are shown', async (title, query) => {
  const answer = await server.ask(`/verify/${hashOf(query)}`)
  expect(answer.status).toBe(200)
  expect(answer.text).toContain(title)
  expect(answer.text).toContain('This hash is known here')
  for (const name of [owner, deal.client, deal.provider].flatMap(({ company, actor }) => [company.name, actor.name]))
    expect(answer.text).not.toContain(name)
  expect(answer.text).not.toContain('Wrongly added up')
  expect(answer.text).not.toContain('Tapiola')
})

it('says that an award was revoked, and that a stored text was changed', async () => {
  const revoked = hashOf('SELECT digest FROM award_decisions ORDER BY id DESC LIMIT 1')
  expect((await server.ask(`/verify/${revoked}`)).text).toContain('was revoked on')
  db.$client.exec("DROP TRIGGER award_letters_immutable; UPDATE award_letters SET text = text || 'x'")
  const changed = await server.ask(`/verify/${hashOf('SELECT digest FROM award_letters LIMIT 1')}`)
  expect(changed.text).toContain('Do not rely on it.')
  expect((await server.ask(`/verify/${'0'.repeat(64)}`)).status).toBe(404)
})
