// Limits of a company's plan, and members' access by module: verbs enforce them, and pages reflect them.
import { expect, it } from 'vitest'
import { can, permittedActions, refusalReason } from '#app/features/accounts/require-right.server.ts'
import { bidRights } from '#app/features/bids/bid-rights.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { submitBid } from '#app/features/bids/submit-bid.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { projectButtons, projectRights } from '#app/features/projects/project-rights.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { buildNavigation } from '#app/features/site/shell/navigation.ts'
import { loadShell } from '#app/features/site/shell/shell.server.ts'
import { inviteMember } from '#app/features/team/invite-member.server.ts'
import { revokeInvite } from '#app/features/team/revoke-invite.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { bidInput, password, sentDeal, signedDeal, submitted } from '#tests/factories/deal.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { setLimit } from '#tests/factories/permissions.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'

/** The error that a verb throws. */
async function refusalOf(run: () => unknown): Promise<AppError['text'] & { code: string }> {
  try {
    await run()
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, ...error.text }
    throw error
  }
  throw new Error('nothing was refused')
}

it('projects: from publication to completion; drafts do not count, and without a plan there is no limit', async () => {
  const db = testDatabase()
  const owner = createPerson(db)
  const [first, second, third] = [createDraft(owner), createDraft(owner), createDraft(owner)].map(({ id }) => id)
  publishProject(owner, { projectId: first ?? '' })
  expect(refusalReason(owner, 'projects.publish')).toBeNull()
  setLimit(db, owner.company.id, 'projects', 2)
  publishProject(owner, { projectId: second ?? '' })
  const refused = { key: 'errors:limit.projects', params: { count: 2, help: '/billing' } }
  expect(await refusalOf(() => publishProject(owner, { projectId: third ?? '' }))).toEqual({
    code: 'forbidden',
    ...refused,
  })
  expect(refusalReason(owner, 'projects.publish')).toEqual(refused)
  createDraft(owner)
  createOpenProject(createPerson(db))
  cancelProject(owner, { projectId: first ?? '', reason: 'No longer needed.' })
  expect(can(owner, 'projects.publish')).toBe(true)
  publishProject(owner, { projectId: third ?? '' })
})

it('bids: those first submitted in a month; revisions do not count, withdrawals give nothing back', async () => {
  const db = testDatabase()
  const bidder = createPerson(db)
  const bidDeadline = testNow + 60 * day
  const projects = Array.from({ length: 3 }, () => createOpenProject(createPerson(db), { bidDeadline }).id)
  const bid = (index: number, submit: boolean) => ({ ...bidInput, projectId: projects[index] ?? '', submit })
  setLimit(db, bidder.company.id, 'bids_per_month', 1)
  const { id: bidId } = createBid(bidder, bid(0, true))
  updateBid(bidder, { ...bidInput, amount: 900_000, bidId })
  const refused = { key: 'errors:limit.bids_per_month', params: { count: 1, help: '/billing' } }
  expect(await refusalOf(() => createBid(bidder, bid(1, true)))).toMatchObject(refused)
  const { id: draftId } = createBid(bidder, bid(1, false))
  expect(await refusalOf(() => submitBid(bidder, { bidId: draftId }))).toMatchObject(refused)
  expect(await refusalOf(() => updateBid(bidder, { ...bidInput, bidId: draftId, submit: true }))).toMatchObject(refused)
  withdrawBid(bidder, { bidId })
  expect(await refusalOf(() => submitBid(bidder, { bidId: draftId }))).toMatchObject(refused)
  const july = { ...bidder, now: Date.UTC(2026, 6, 1) }
  expect(can({ ...bidder, now: july.now - 1 }, 'bids.submit')).toBe(false)
  submitBid(july, { bidId: draftId })
})

it('active contracts: of both parties, when the second signature would activate one', async () => {
  const db = testDatabase()
  const first = await signedDeal(db)
  const { client, provider } = first
  const second = await sentDeal(db, first)
  const sign = (who: typeof client) =>
    signContract(who, { contractId: second.contractId, typedName: who.actor.name, password })
  setLimit(db, provider.company.id, 'active_contracts', 1)
  const refused = { key: 'errors:limit.active_contracts', params: { count: 1, help: '/billing' } }
  expect(await refusalOf(() => sign(provider))).toMatchObject(refused)
  expect(refusalReason(provider, 'contracts.sign')).toEqual(refused)
  setLimit(db, provider.company.id, 'active_contracts', 2)
  expect(await sign(provider)).toEqual({ status: 'partially_signed' })
  setLimit(db, provider.company.id, 'active_contracts', 1)
  expect(await refusalOf(() => sign(client))).toMatchObject({ key: 'errors:limit.otherParty' })
  setLimit(db, provider.company.id, 'active_contracts', 2)
  expect(await sign(client)).toEqual({ status: 'active' })
})

it('people: invited ones count, a revoked invitation does not', async () => {
  const db = testDatabase()
  const owner = createPerson(db)
  setLimit(db, owner.company.id, 'users', 2)
  const invite = (email: string) => inviteMember(owner, { name: 'Somebody', email, companyRole: 'member' })
  const { invitationId } = await invite('one@example.com')
  const refused = { key: 'errors:limit.users', params: { count: 2, help: '/billing' } }
  expect(await refusalOf(() => invite('two@example.com'))).toMatchObject(refused)
  revokeInvite(owner, { invitationId })
  await invite('two@example.com')
})

it('a member with no access or read-only access to a module is refused by its verbs only', async () => {
  const db = testDatabase()
  const owner = createPerson(db)
  const member = createPerson(db, { company: owner.company, companyRole: 'member' })
  const withAccess = (projects: 'none' | 'read' | 'write') => ({
    ...member,
    actor: { ...member.actor, modules: { projects } },
  })
  const create = (projects: 'none' | 'read' | 'write') => createProject(withAccess(projects), projectInput())
  expect(await refusalOf(() => create('none'))).toEqual({ code: 'forbidden', key: 'errors:moduleClosed' })
  expect(await refusalOf(() => create('read'))).toEqual({ code: 'forbidden', key: 'errors:moduleReadOnly' })
  create('write')
  const { id: projectId } = createOpenProject(createPerson(db))
  createBid(withAccess('none'), { ...bidInput, projectId })
})

it('pages offer a member only what the verbs allow', async () => {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const { client, contractId } = deal
  submitted(deal, getEscrow(client, contractId)?.milestones[0]?.id ?? '')
  const member = createPerson(db, { company: client.company, companyRole: 'member' })
  const reading = { ...member, actor: { ...member.actor, modules: { contracts: 'read', escrow: 'read' } as const } }
  const offered = (ctx: typeof member) => ({
    contract: getContract(ctx, contractId)?.actions,
    milestones: getEscrow(ctx, contractId)?.milestones.flatMap(({ actions }) => actions),
  })
  expect(offered(member).contract).toEqual(['terminate'])
  expect(offered(member).milestones).toContain('approve')
  expect(offered(reading)).toEqual({ contract: [], milestones: [] })
  const inBids = { ...member, actor: { ...member.actor, modules: { bids: 'read' } as const } }
  expect(permittedActions(member, ['award', 'reject', 'open'], bidRights)).toEqual(['award', 'reject'])
  expect(permittedActions(inBids, ['award', 'reject', 'open'], bidRights)).toEqual([])
  expect(
    permittedActions(
      { ...reading, company: null, actor: { ...member.actor, companyRole: null } },
      projectButtons,
      projectRights,
    ),
  ).toEqual([])
})

it('the menu has no entry for a module that is closed to a member', async () => {
  const owner = createPerson(testDatabase())
  const member = createPerson(owner.db, { company: owner.company, companyRole: 'member' })
  const shut = { ...member, actor: { ...member.actor, modules: { invoicing: 'none', bids: 'read' } as const } }
  const { facts } = await loadShell(shut, new Request('http://localhost/dashboard'))
  const shown = buildNavigation(facts).flatMap(({ items }) => items.map(({ name }) => name))
  expect(shown).not.toContain('invoicing')
  expect(shown).toEqual(expect.arrayContaining(['bids', 'contracts', 'team']))
})
