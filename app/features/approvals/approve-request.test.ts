import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getCertificate, getContract } from '#app/features/contracts/queries.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { voidContract } from '#app/features/contracts/void-contract.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import { loadDashboard } from '#app/features/site/dashboard.server.ts'
import { changeMemberRole } from '#app/features/team/change-member-role.server.ts'
import { removeMember } from '#app/features/team/remove-member.server.ts'
import { listeners } from '#app/listeners.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { users } from '#db/schema/accounts.ts'
import { approvals } from '#db/schema/approvals.ts'
import { auditLog } from '#db/schema/audit.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { mails, notifications } from '#db/schema/notifications.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import { password, sentDeal, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates, setModule } from '#tests/factories/permissions.ts'
import { day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { approvalTime } from './approval.ts'
import { approveRequest } from './approve-request.server.ts'
import { askToSign } from './ask-to-sign.server.ts'
import { askToSignChange } from './ask-to-sign-change.server.ts'
import { lapseRequests } from './lapse-requests.server.ts'
import { getApproval, listApprovals, listApprovalsToDecide, wayTo } from './queries.server.ts'
import { refuseRequest } from './refuse-request.server.ts'
import { withdrawRequest } from './withdraw-request.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const colleagueOf = async (
  ctx: CompanyContext,
  limitCents: number | null | undefined,
  role: 'owner' | 'member' = 'member',
) => {
  const person = await withPassword(createPerson(db, { company: ctx.company, companyRole: role }))
  if (limitCents !== undefined) giveMandates(person, limitCents)
  return person
}
const refusedAs = (why: string) => ({ text: { key: `approvals:refused.${why}` } })
const statusOf = (id: string) => db.select().from(approvals).where(eq(approvals.id, id)).get()
const signatures = () => db.select().from(contractSignatures).orderBy(contractSignatures.ordinal).all()
const byHand = (ctx: CompanyContext, approvalId: string) => ({ approvalId, password, typedName: ctx.actor.name })

/** A contract of 12 550.00 with VAT; the client's member may sign up to 5 000.00 and has asked to sign it. */
async function asked() {
  const deal = await sentDeal(db)
  const member = await colleagueOf(deal.client, 500_000)
  const { contractId } = deal
  const { id } = await askToSign(member, { contractId, typedName: member.actor.name, password })
  return { ...deal, member, id }
}

describe('signing above a mandate', () => {
  it('waits for a second person, and is done in one with both names', async () => {
    const { client, member, contractId, id, provider } = await asked()
    expect(signatures()).toEqual([])
    const later = { ...client, now: client.now + day, ip: '10.0.0.9' }
    expect(await approveRequest(later, byHand(client, id))).toEqual({ path: `/contracts/${contractId}` })
    const { documentHash } = db.select().from(contracts).get() ?? {}
    expect(signatures()).toMatchObject([
      { party: 'client', ordinal: 1, userId: member.actor.id, accountName: member.actor.name, signedAt: client.now },
      { party: 'client', ordinal: 2, userId: client.actor.id, signedAt: later.now, ip: '10.0.0.9', documentHash },
    ])
    expect(statusOf(id)).toMatchObject({ status: 'approved', decidedBy: client.actor.id, decidedAt: later.now })
    const certificate = getCertificate(db, documentHash ?? '')
    expect(certificate?.signatures.map(({ accountName }) => accountName)).toEqual([
      member.actor.name,
      client.actor.name,
    ])
    expect(getContract(client, contractId)?.status).toBe('partially_signed')
    expect(await signContract(provider, { contractId, typedName: provider.actor.name, password })).toEqual({
      status: 'active',
    })
    const actions = db.select({ action: auditLog.action }).from(auditLog).all()
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['approval.ask', 'approval.approve']))
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('takes the password and the name of both', async () => {
    const { contractId, client } = await sentDeal(db)
    const member = await colleagueOf(client, 500_000)
    const input = { contractId, typedName: member.actor.name, password }
    await expect(askToSign(member, { ...input, password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
    await expect(askToSign(member, { ...input, typedName: 'Another' })).rejects.toMatchObject({ field: 'nameReason' })
    const { id } = await askToSign(member, input)
    const approve = byHand(client, id)
    await expect(approveRequest(client, { ...approve, password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
    await expect(approveRequest(client, { ...approve, typedName: undefined })).rejects.toMatchObject({
      field: 'typedName',
    })
    await expect(approveRequest(client, { ...approve, typedName: 'Another' })).rejects.toMatchObject({
      field: 'nameReason',
    })
    expect(statusOf(id)?.status).toBe('pending')
    expect(JSON.stringify(db.select().from(approvals).all())).not.toContain(password)
  })

  it('is asked once, by somebody with some mandate, and only where somebody else can approve it', async () => {
    const { client, contractId, id } = await asked()
    const ask = (ctx: CompanyContext) => askToSign(ctx, { contractId, typedName: ctx.actor.name, password })
    await expect(ask(await colleagueOf(client, undefined))).rejects.toMatchObject({
      text: { key: 'team:mandate.refused.none' },
    })
    await expect(ask(client)).rejects.toMatchObject(refusedAs('notNeeded'))
    const second = await colleagueOf(client, 1000)
    await expect(ask(second)).rejects.toMatchObject(refusedAs('asked'))
    withdrawRequest({ ...second, actor: { ...second.actor, id: statusOf(id)?.askedBy ?? '' } }, { approvalId: id })
    giveMandates(client, 1_254_999)
    await expect(ask(second)).rejects.toMatchObject(refusedAs('nobody'))
    const stranger = await withPassword(createPerson(db))
    await expect(ask(stranger)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('gives the first result again to a form that is sent twice', async () => {
    const { client, contractId } = await sentDeal(db)
    const member = await colleagueOf(client, 500_000)
    const input = { contractId, typedName: member.actor.name, password, submissionId: 'form' }
    expect(await askToSign(member, input)).toEqual(await askToSign(member, input))
    expect(db.select().from(approvals).all()).toHaveLength(1)
  })

  it('is limited by the quota of contracts in the moment of the approval, and then still waits', async () => {
    const { client, id } = await asked()
    db.$client.exec(
      `INSERT INTO company_limits (company_id, name, value, updated_at) VALUES ('${client.company.id}', 'active_contracts', 0, 1)`,
    )
    await expect(approveRequest(client, byHand(client, id))).rejects.toMatchObject({ code: 'forbidden' })
    expect([statusOf(id)?.status, signatures()]).toEqual(['pending', []])
  })
})

describe('who decides', () => {
  it('is never who asked, not even with a higher mandate by now', async () => {
    const { member, id } = await asked()
    giveMandates(member, null)
    await expect(approveRequest(member, byHand(member, id))).rejects.toMatchObject(refusedAs('forbiddenRole'))
    expect(() => refuseRequest(member, { approvalId: id, reason: 'No' })).toThrow(
      expect.objectContaining(refusedAs('forbiddenRole')),
    )
    expect(() => db.$client.exec(`UPDATE approvals SET status = 'approved', decided_by = asked_by`)).toThrow(
      'their own',
    )
  })

  it('has a mandate for all of it: two limits are not added up', async () => {
    const { client, id } = await asked()
    const second = await colleagueOf(client, 1_254_999)
    await expect(approveRequest(second, byHand(second, id))).rejects.toMatchObject(refusedAs('notCovered'))
    expect(() => refuseRequest(second, { approvalId: id, reason: 'No' })).toThrow(
      expect.objectContaining(refusedAs('notCovered')),
    )
    giveMandates(second, 1_255_000)
    await approveRequest(second, byHand(second, id))
    expect(signatures().map(({ userId }) => userId)).toContain(second.actor.id)
  })

  it('has the right to do it, and belongs to the company', async () => {
    const { client, provider, id } = await asked()
    const reader = await colleagueOf(client, null)
    setModule(db, reader.actor.id, client.company.id, 'contracts', 'read')
    const reading = { ...reader, actor: { ...reader.actor, modules: { contracts: 'read' as const } } }
    await expect(approveRequest(reading, byHand(reader, id))).rejects.toMatchObject({ code: 'forbidden' })
    expect(getApproval(reading, id)?.actions).toEqual([])
    const closed = { ...reader, actor: { ...reader.actor, modules: { contracts: 'none' as const } } }
    await expect(approveRequest(provider, byHand(provider, id))).rejects.toMatchObject({ code: 'not_found' })
    await expect(approveRequest(closed, byHand(reader, id))).rejects.toMatchObject({ code: 'not_found' })
    expect([getApproval(provider, id), getApproval(closed, id)]).toEqual([null, null])
    expect([listApprovals(provider, { page: 1 }).pending, listApprovals(closed, { page: 1 }).pending]).toEqual([[], []])
    expect(listApprovals(client, { page: 1 }).pending).toMatchObject([
      { id, title: 'C-2026-0001 Kitchen of the school' },
    ])
  })

  it('refuses with a reason, and who asked withdraws', async () => {
    const { client, member, id, contractId } = await asked()
    expect(() => refuseRequest(client, { approvalId: id, reason: ' ' })).toThrow(
      expect.objectContaining({ field: 'reason' }),
    )
    refuseRequest(client, { approvalId: id, reason: 'Too dear.' })
    expect(statusOf(id)).toMatchObject({ status: 'refused', reason: 'Too dear.', decidedBy: client.actor.id })
    await expect(approveRequest(client, byHand(client, id))).rejects.toMatchObject(refusedAs('wrongState'))
    const again = await askToSign(member, { contractId, typedName: member.actor.name, password })
    expect(() => withdrawRequest(client, { approvalId: again.id })).toThrow(
      expect.objectContaining(refusedAs('forbiddenRole')),
    )
    withdrawRequest(member, { approvalId: again.id })
    await expect(approveRequest(client, byHand(client, again.id))).rejects.toMatchObject(refusedAs('wrongState'))
    expect(listApprovals(client, { page: 1 }).decided.map(({ status }) => status)).toEqual(['withdrawn', 'refused'])
    expect(signatures()).toEqual([])
  })
})

describe('a request that no longer stands', () => {
  /** What ends it, and what the approver and the row then say. */
  const ends: Array<[string, (world: Awaited<ReturnType<typeof asked>>) => unknown, string, object]> = [
    [
      'another document hash',
      () => {
        db.$client.exec("DROP TRIGGER contracts_frozen; UPDATE contracts SET document_hash = 'another'")
      },
      'changed',
      { status: 'voided', voidGround: 'changed' },
    ],
    [
      'another sum',
      () => {
        db.$client.exec('DROP TRIGGER contracts_frozen; UPDATE contracts SET gross_cents = gross_cents + 1')
      },
      'changed',
      { status: 'voided', voidGround: 'changed' },
    ],
    [
      'a void contract',
      ({ client, contractId }) => voidContract(client, { contractId, reason: 'No' }),
      'changed',
      { status: 'voided', voidGround: 'changed' },
    ],
    [
      'a party that has signed meanwhile',
      ({ client, contractId }) => signContract(client, { contractId, typedName: client.actor.name, password }),
      'changed',
      { status: 'voided', voidGround: 'changed' },
    ],
    [
      'an asker who was removed',
      ({ client, member }) => removeMember(client, { userId: member.actor.id }),
      'askerGone',
      { status: 'voided', voidGround: 'asker' },
    ],
    [
      'an asker with another role, and so without a mandate',
      ({ client, member }) => changeMemberRole(client, { userId: member.actor.id, companyRole: 'manager' }),
      'askerGone',
      { status: 'voided', voidGround: 'asker' },
    ],
    [
      'an asker to whom contracts were closed',
      ({ client, member }) => setModule(db, member.actor.id, client.company.id, 'contracts', 'read'),
      'askerGone',
      { status: 'voided', voidGround: 'asker' },
    ],
  ]

  it.each(ends)('is void by %s, for whoever would approve it', async (_what, end, why, row) => {
    const world = await asked()
    await end(world)
    const before = signatures()
    await expect(approveRequest(world.client, byHand(world.client, world.id))).rejects.toMatchObject(refusedAs(why))
    expect(statusOf(world.id)).toMatchObject({ ...row, decidedBy: null })
    expect(signatures()).toEqual(before)
  })

  it.each(ends)('is ended by the job: %s', async (_what, end, _why, row) => {
    const world = await asked()
    expect(lapseRequests(world.client)).toBe(0)
    await end(world)
    expect([lapseRequests(world.client), lapseRequests(world.client)]).toEqual([1, 0])
    expect(statusOf(world.id)).toMatchObject(row)
  })

  it('expires after seven days, and with the contract', async () => {
    const { client, id, member, contractId } = await asked()
    expect(statusOf(id)?.expiresAt).toBe(client.now + approvalTime)
    const late = { ...client, now: client.now + approvalTime }
    expect(lapseRequests({ ...late, now: late.now - 1 })).toBe(0)
    await expect(approveRequest(late, byHand(client, id))).rejects.toMatchObject(refusedAs('expired'))
    expect(statusOf(id)).toMatchObject({ status: 'expired', decidedBy: null })
    const { expiresAt } = db.select().from(contracts).get() ?? {}
    const again = { ...member, now: (expiresAt ?? 0) - day }
    const second = await askToSign(again, { contractId, typedName: member.actor.name, password })
    expect(statusOf(second.id)?.expiresAt).toBe(expiresAt)
    expect(lapseRequests({ ...late, now: expiresAt ?? 0 })).toBe(1)
    expect(statusOf(second.id)?.status).toBe('expired')
  })

  it('still stands when the other party has signed meanwhile', async () => {
    const { client, provider, contractId, id } = await asked()
    await signContract(provider, { contractId, typedName: provider.actor.name, password })
    expect(lapseRequests(client)).toBe(0)
    await approveRequest(client, byHand(client, id))
    expect(db.select().from(contracts).get()?.status).toBe('active')
  })
})

describe('who is told', () => {
  const delivered = () =>
    db
      .select()
      .from(notifications)
      .all()
      .filter(({ textKey }) => textKey.startsWith('approval'))
      .map(({ userId, textKey }) => [userId, textKey])
  const mailed = () =>
    db
      .select()
      .from(mails)
      .all()
      .filter(({ template }) => template.startsWith('approval'))
      .map(({ recipient, template }) => [recipient, template])

  it('those who can approve it, and then who asked', async () => {
    const dispatcher = startDispatcher(db, listeners)
    const { client, member, id } = await asked()
    await colleagueOf(client, 1000)
    expect(mailed()).toEqual([[client.actor.email, 'approvalAsked']])
    await approveRequest(client, byHand(client, id))
    expect(mailed()).toEqual([
      [client.actor.email, 'approvalAsked'],
      [member.actor.email, 'approvalApproved'],
    ])
    dispatcher.deliver()
    dispatcher.stop()
    expect(delivered()).toEqual([
      [client.actor.id, 'approvalAsked'],
      [member.actor.id, 'approvalApproved'],
    ])
    const aboutApprovals = db.select().from(mails).where(like(mails.template, 'approval%')).all()
    expect(JSON.stringify(aboutApprovals)).not.toContain('Kitchen of the school')
  })

  it('the dashboards of those who can approve it', async () => {
    const { client, member, provider, id } = await asked()
    const small = await colleagueOf(client, 1000)
    const shown = (ctx: CompanyContext) =>
      loadDashboard(ctx).waiting.flatMap(({ kind, to }) => (kind === 'decide' ? [to] : []))
    expect([client, member, small, provider].map(shown)).toEqual([[`/approvals/${id}`], [], [], []])
    expect(listApprovalsToDecide({ ...client, now: client.now + approvalTime }, 10)).toEqual([])
  })

  it('nobody whose role on the project keeps them from it, whatever their mandate', async () => {
    const deal = await sentDeal(db)
    const { client, contractId, projectId } = deal
    const member = await colleagueOf(client, 500_000)
    const [manager, reader] = [await colleagueOf(client, null), await colleagueOf(client, null)]
    for (const [person, role] of [
      [member, 'lead'],
      [manager, 'buyer'],
      [reader, 'reader'],
    ] as const)
      setProjectRole(client, { projectId, userId: person.actor.id, role })
    const stake = { amountCents: 1_255_000, currency: 'EUR' }
    const able = [client, manager]
    expect(wayTo(member, 'sign', contractId, stake).approvers.sort()).toEqual(
      able.map(({ actor }) => actor.name).sort(),
    )
    const { id } = await askToSign(member, { contractId, typedName: member.actor.name, password })
    const mailed = db.select().from(mails).where(eq(mails.template, 'approvalAsked')).all()
    expect(mailed.map(({ recipient }) => recipient).sort()).toEqual(able.map(({ actor }) => actor.email).sort())
    expect(getApproval(client, id)?.approvers).toHaveLength(2)
    const waits = (ctx: CompanyContext) => listApprovalsToDecide(ctx, 10).length
    expect([client, manager, reader].map(waits)).toEqual([1, 1, 0])
    expect(getApproval(reader, id)?.actions).toEqual([])
  })

  it('nobody without a verified address, for what is signed: contracts and change orders', async () => {
    const deal = await signedDeal(db)
    const { client, provider, contractId } = deal
    const changeOrderId = await proposedChange(provider, { contractId })
    const member = await colleagueOf(client, 1000)
    db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, client.actor.id)).run()
    const asking = { contractId, changeOrderId, typedName: member.actor.name, password }
    await expect(askToSignChange(member, asking)).rejects.toMatchObject(refusedAs('nobody'))
    expect(wayTo(member, 'sign_change', changeOrderId, { amountCents: 100_400, currency: 'EUR' }).approvers).toEqual([])
  })

  it('the page of the act, which says who can approve it', async () => {
    const { client, member, contractId, id } = await asked()
    const stake = { amountCents: 1_255_000, currency: 'EUR' }
    expect(wayTo(member, 'sign', contractId, stake)).toMatchObject({ approvers: [client.actor.name], pendingId: id })
    expect(wayTo(client, 'sign', contractId, stake)).toEqual({ refusal: null, approvers: [], pendingId: id })
    const outsider = await colleagueOf(client, undefined)
    expect(wayTo(outsider, 'sign', contractId, stake)).toMatchObject({
      refusal: { key: 'team:mandate.refused.none' },
      approvers: [],
    })
  })
})

it('keeps a request and both signatures as they are', async () => {
  const { client, id } = await asked()
  expect(() => db.$client.exec("UPDATE approvals SET digest = 'x'")).toThrow('immutable')
  expect(() => db.$client.exec('UPDATE approvals SET amount_cents = 1')).toThrow('immutable')
  expect(() => db.$client.exec('DELETE FROM approvals')).toThrow('immutable')
  await approveRequest(client, byHand(client, id))
  expect(() => db.$client.exec("UPDATE approvals SET status = 'refused'")).toThrow('immutable')
  const [first] = signatures()
  const again = { ...first, id: 'another', ordinal: 2 } as typeof contractSignatures.$inferInsert
  db.$client.exec('DROP TRIGGER contract_signatures_not_replaced; DROP INDEX contract_signatures_party')
  expect(() => db.insert(contractSignatures).values(again).run()).toThrow('another person')
})
