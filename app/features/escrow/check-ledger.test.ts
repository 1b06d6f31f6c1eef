import { setImmediate } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '#app/platform/errors.ts'
import { closeDatabase, prepareDatabase } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { type Deal, released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { testDatabase, testDatabaseFile } from '#tests/setup/database.ts'
import { approveMilestone } from './approve-milestone.server.ts'
import { approveOverdue } from './approve-overdue.server.ts'
import { cancelRefund } from './cancel-refund.server.ts'
import { checkLedger, checkLedgerInSlices } from './check-ledger.server.ts'
import { consentRefund } from './consent-refund.server.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { disputeRetention } from './dispute-retention.server.ts'
import { restOf } from './milestone.ts'
import { getEscrow } from './queries.server.ts'
import { lastLedgerCheck, recordLedgerCheck } from './record-ledger-check.server.ts'
import { recordTransfer } from './record-transfer.server.ts'
import { refuseRefund } from './refuse-refund.server.ts'
import { releaseMilestone, retentionOfRelease } from './release-milestone.server.ts'
import { releaseRetention } from './release-retention.server.ts'
import { requestChanges } from './request-changes.server.ts'
import { requestRefund } from './request-refund.server.ts'
import { resolveDispute } from './resolve-dispute.server.ts'
import { resolveRetention } from './resolve-retention.server.ts'
import { submitMilestone } from './submit-milestone.server.ts'
import { systemContext } from './system-context.server.ts'

const reason = 'Because'
const share = fc.nat(10_000)
type Move = { action: number; milestone: number; share: number; actor: number; blind: boolean }
const move: fc.Arbitrary<Move> = fc.record({
  action: fc.nat(1000),
  milestone: fc.nat(2),
  share,
  actor: fc.nat(9),
  blind: fc.nat(4).map((n) => n === 0),
})

/** The moves (indexes in the list of `play`) that continue from a state; usually one of them is tried. */
const onward: Partial<Record<MilestoneStatus, number[]>> = {
  planned: [0, 1],
  funded: [2, 2, 7, 11, 18],
  submitted: [3, 6, 11, 13],
  changes_requested: [2, 11],
  approved: [4, 5, 4, 11],
  refund_requested: [8, 9, 10, 11],
  disputed: [12],
  released: [4, 5, 14, 15, 16, 17],
  refunded: [15, 16, 17],
  resolved: [15, 16, 17],
}

/** Performs one action on a milestone, sometimes as the wrong person, sometimes twice, sometimes with a wrong amount. */
async function play(deal: Deal, { action, milestone: at, share: part, actor, blind }: Move): Promise<void> {
  const { admin } = deal
  const [client, provider] = actor === 0 ? [deal.provider, deal.client] : [deal.client, deal.provider]
  const { db } = admin
  const row = db.select().from(milestones).all()[at % deal.milestoneIds.length]
  if (!row) return
  const milestoneId = row.id
  const amountCents = row.amountCents + (actor === 1 ? 1 : 0)
  const transfer = {
    reference: row.fundingReference ?? '',
    currency: 'EUR' as const,
    payerName: 'P',
    paidOn: '2026-06-01',
  }
  const held = restOf(row).amountCents
  const clientCents = Math.floor((held * part) / 10_000)
  const split = { clientCents, providerCents: held - clientCents + (actor === 2 ? 1 : 0) }
  const retentionSplit = () => {
    const cents = getEscrow(deal.client, deal.contractId)?.position.retentionCents ?? 0
    const toClient = Math.floor((cents * part) / 10_000)
    return { clientCents: toClient, providerCents: cents - toClient + (actor === 2 ? 1 : 0) }
  }
  const file = {
    field: 'files',
    name: 'a.pdf',
    mime: 'application/pdf',
    size: 1,
    sha256: 'x',
    storedAs: newId(),
    keep: () => {},
  }
  const expectedRetentionCents = blind ? 0 : retentionOfRelease(client, milestoneId)
  const moves = [
    () => recordTransfer(admin, { ...transfer, amountCents, archiveId: actor < 5 ? milestoneId : newId() }),
    () => recordTransfer(admin, { ...transfer, amountCents, archiveId: newId() }),
    () => submitMilestone(provider, { milestoneId, note: 'Done', files: [file] }),
    () => approveMilestone(client, { milestoneId }),
    () => releaseMilestone(client, { milestoneId, expectedRetentionCents }),
    () => releaseMilestone(client, { milestoneId, expectedRetentionCents, submissionId: milestoneId }),
    () => requestChanges(client, { milestoneId, reason }),
    () => requestRefund(client, { milestoneId, reason }),
    () => cancelRefund(client, { milestoneId }),
    () => consentRefund(provider, { milestoneId }),
    () => refuseRefund(provider, { milestoneId }),
    () => disputeMilestone(actor % 2 ? client : provider, { milestoneId, reason }),
    () => resolveDispute(admin, { milestoneId, split, reason }),
    () => approveOverdue(systemContext(db, client.now + 15 * 86_400_000)),
    () => (actor === 3 ? terminateContract(client, { contractId: deal.contractId, reason }) : undefined),
    () => releaseRetention(client, { contractId: deal.contractId }),
    () => disputeRetention(actor % 2 ? client : provider, { contractId: deal.contractId, reason }),
    () => resolveRetention(admin, { contractId: deal.contractId, split: retentionSplit(), reason }),
    () => requestRefund(client, { milestoneId, reason, amountCents: clientCents + (actor === 2 ? held : 0) }),
  ]
  try {
    const tried = (blind ? undefined : onward[row.status]) ?? moves.map((_, index) => index)
    await moves[tried[action % tried.length] ?? 0]?.()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** A move that does what the index of `play` names in a state; by the right people, with right amounts. */
const exactly = (status: MilestoneStatus, index: number, milestone: number): Move => ({
  ...{ milestone, share: 4_321, actor: 5, blind: false },
  action: onward[status]?.indexOf(index) ?? 0,
})
const worked = (at: number) => [exactly('funded', 2, at), exactly('submitted', 3, at), exactly('approved', 4, at)]
/** Sequences that reach every outcome that the test asks for, whatever the others reach. */
const certain: [Move[]][] = [
  [
    [
      ...[exactly('planned', 0, 0), exactly('funded', 18, 0), exactly('refund_requested', 9, 0)],
      ...[exactly('funded', 18, 0), exactly('refund_requested', 9, 0), ...worked(0)],
      ...[exactly('planned', 0, 1), exactly('funded', 18, 1), exactly('refund_requested', 9, 1)],
      ...[exactly('funded', 7, 1), exactly('refund_requested', 9, 1)],
    ],
  ],
  [
    [
      ...[exactly('planned', 0, 0), exactly('funded', 18, 0), exactly('refund_requested', 9, 0)],
      ...[exactly('funded', 11, 0), exactly('disputed', 12, 0), exactly('planned', 0, 1), ...worked(1)],
    ],
  ],
  [[exactly('planned', 0, 0), ...worked(0), exactly('planned', 0, 1), ...worked(1)]],
]

it('holds after every step of any sequence of verbs, valid and invalid ones', async () => {
  const signed = await signedDeal(testDatabase())
  const start = signed.client.db.$client.serialize()
  const reached = new Set<string>()
  const refundedInPart = new Set<string>()
  const retentionStates = new Set<string | null>()
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 40 }), async (moves) => {
      const db = prepareDatabase(new Sqlite(start))
      const deal = {
        ...signed,
        client: { ...signed.client, db },
        provider: { ...signed.provider, db },
        admin: { ...signed.admin, db },
      }
      for (const each of moves) {
        await play(deal, each)
        expect(checkLedger(db).findings).toEqual([])
        for (const { status, refundedNetCents } of db.select().from(milestones).all()) {
          reached.add(status)
          if (refundedNetCents > 0) refundedInPart.add(status)
        }
        retentionStates.add(db.select().from(contracts).get()?.retentionStatus ?? null)
      }
      const { status, retentionStatus } = db.select().from(contracts).get() ?? {}
      const { heldCents, retentionCents } = getEscrow(deal.client, deal.contractId)?.position ?? {}
      // A terminated contract also holds the money of the milestones that are not settled yet.
      if (status === 'completed') expect(heldCents).toBe(retentionCents)
      if (status !== 'active' && (retentionCents ?? 0) > 0) expect(['held', 'disputed']).toContain(retentionStatus)
      db.$client.close()
    }),
    { numRuns: 60, examples: certain },
  )
  // Checks that the sequences covered different outcomes; a milestone seldom ends as funded, but each passes through it.
  expect([...reached]).toEqual(expect.arrayContaining(['funded', 'released', 'refunded', 'resolved']))
  expect([...refundedInPart]).toEqual(expect.arrayContaining(['funded', 'released', 'refunded', 'resolved']))
  expect([...retentionStates]).toEqual(expect.arrayContaining(['held', 'released']))
}, 120_000)

it.each([
  [
    'balanceDiffers',
    'UPDATE ledger_balances SET balance_cents = balance_cents - 1 WHERE account_id = (SELECT max(account_id) FROM ledger_balances)',
  ],
  [
    'postingUnbalanced',
    'UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE id = (SELECT max(id) FROM ledger_entries)',
  ],
  [
    'sumNotZero',
    'UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE id = (SELECT max(id) FROM ledger_entries)',
  ],
  ['retentionDiffers', "UPDATE contracts SET status = 'terminated', retention_status = 'released'"],
  ['milestonesDiffer', "UPDATE contract_milestones SET status = 'funded' WHERE position = 2"],
  ['entryWithoutPosting', 'DELETE FROM ledger_postings WHERE id = (SELECT max(id) FROM ledger_postings)'],
  ['positionUnsound', "UPDATE ledger_postings SET kind = 'deposit' WHERE kind = 'fund'"],
])('detects manipulation with the triggers dropped: %s', async (what, sql) => {
  const db = testDatabase()
  const deal = await signedDeal(db)
  await released(deal, deal.milestoneIds[0] ?? '')
  expect(checkLedger(db).sound).toBe(true)
  db.$client.pragma('foreign_keys = OFF')
  const triggers = db.$client.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()
  for (const name of triggers) db.$client.exec(`DROP TRIGGER ${name}`)
  db.$client.exec(sql)
  const check = checkLedger(db)
  expect(check.sound).toBe(false)
  expect(check.findings.map((finding) => finding.what)).toContain(what)
})

it('proves the ledger of the moment when it began, and serves others between its slices', async () => {
  const { db, remove } = testDatabaseFile()
  onTestFinished(remove)
  const deal = await signedDeal(db)
  await released(deal, deal.milestoneIds[0] ?? '')
  const before = checkLedger(db)
  const order: string[] = []
  const running = checkLedgerInSlices(db).finally(() => order.push('proved'))
  await setImmediate()
  order.push('another turn')
  await released(deal, deal.milestoneIds[1] ?? '')
  expect(await running).toEqual(before)
  expect(order).toEqual(['another turn', 'proved'])
  expect(checkLedger(db).postings).toBeGreaterThan(before.postings)
})

it('ends without a result when the server stops, and the checkpoint does not wait for it', async () => {
  const { db, remove } = testDatabaseFile()
  onTestFinished(remove)
  const deal = await signedDeal(db)
  await released(deal, deal.milestoneIds[0] ?? '')
  const running = checkLedgerInSlices(db)
  closeDatabase(db)
  expect(await running).toBeNull()
})

it('stores its result for the admins', async () => {
  const db = testDatabase()
  expect(lastLedgerCheck(db)).toBeNull()
  const deal = await signedDeal(db)
  await released(deal, deal.milestoneIds[0] ?? '')
  await recordLedgerCheck(deal.admin)
  expect(lastLedgerCheck(db)).toMatchObject({
    sound: true,
    postings: 3,
    contracts: 1,
    findings: [],
    at: deal.admin.now,
  })
})
