// verb-rule: scheduled jobs release what the clock approved and remind of it; no user's right is involved
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { closeContract } from './close-contract.server.ts'
import { restOf } from './milestone.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import { releasePart } from './release-milestone.server.ts'
import { managersOf } from './remind-approvers.server.ts'
import { type LoadedMilestone, transitionAudit, transitionMilestone } from './transition-milestone.server.ts'

/** Before the release, both parties are reminded: 2 days. */
const remindBefore = 2 * 86_400_000

const due = sql(
  { params: { latest: integer }, row: columns(milestones, 'id') },
  `SELECT m.id FROM contract_milestones m INDEXED BY milestones_auto_release CROSS JOIN contracts c ON c.id = m.contract_id
   WHERE m.status = 'approved' AND m.auto_release_at <= :latest AND c.status = 'active' ORDER BY m.auto_release_at LIMIT 200`,
)
const toRemind = sql(
  { params: { now: integer, latest: integer }, row: columns(milestones, 'id') },
  `SELECT m.id FROM contract_milestones m INDEXED BY milestones_auto_release CROSS JOIN contracts c ON c.id = m.contract_id
   WHERE m.status = 'approved' AND m.auto_release_at > :now AND m.auto_release_at <= :latest AND c.status = 'active'
     AND NOT EXISTS (SELECT 1 FROM milestone_events e WHERE e.milestone_id = m.id AND e.action = 'remind_release')
   ORDER BY m.auto_release_at LIMIT 200`,
)

/**
 * Releases, on active contracts, what the clock approved 7 days ago and nobody has disputed, each milestone in its own transaction
 * (ESC-14). The retention stays held, whatever else is closed: nobody has agreed to its release. Returns their number.
 */
export const releaseOverdue = (ctx: Context): number =>
  each(ctx, due.all(ctx.db, { latest: ctx.now }), (tx, loaded) => {
    const { milestone, contract } = loaded
    const after = transitionMilestone(tx, ctx, loaded, {
      action: 'release',
      role: 'system',
      set: { closedAt: ctx.now },
    })
    const key = { milestoneId: milestone.id, idempotencyKey: `release:${milestone.id}` }
    releasePart(tx, ctx, contract, restOf(milestone), key)
    appendAudit(tx, ctx, transitionAudit(loaded, after, 'release'))
    recordEvent(tx, ctx, 'milestone.released', milestoneEvent(ctx, after))
    mailOfRelease(tx, ctx, after, { template: 'releasedByClock' })
    closeContract(tx, ctx, contract, { clientReleased: false })
  })

/** Reminds both parties by mail two days before such a release, once. Returns the number of milestones. */
export const remindReleases = (ctx: Context): number =>
  each(ctx, toRemind.all(ctx.db, { now: ctx.now, latest: ctx.now + remindBefore }), (tx, loaded) => {
    const { id, status } = loaded.milestone
    const step = { milestoneId: id, action: 'remind_release', fromStatus: status, toStatus: status, at: ctx.now }
    tx.insert(milestoneEvents)
      .values({ ...step, id: newId() })
      .run()
    mailOfRelease(tx, ctx, loaded, { template: 'releaseReminder' })
    appendAudit(tx, ctx, { action: 'milestone.remind_release', subject: { type: 'milestone', id } })
  })

function each(
  ctx: Context,
  found: readonly { id: string }[],
  run: (tx: Transaction, loaded: LoadedMilestone) => void,
): number {
  let done = 0
  for (const { id } of found) {
    try {
      transact(ctx.db, (tx) => {
        const row = tx
          .select({ milestone: milestones, contract: contracts })
          .from(milestones)
          .innerJoin(contracts, and(eq(contracts.id, milestones.contractId), eq(contracts.status, 'active')))
          .where(and(eq(milestones.id, id), eq(milestones.status, 'approved')))
          .get()
        if (!row) return
        run(tx, { ...row, role: 'system', adminIsParty: false })
        done += 1
      })
    } catch (error) {
      logger.error({ err: error, milestone: id }, 'the clock could not settle a milestone')
    }
  }
  return done
}

/** Mails the owners and managers of both parties when the clock releases what it approved. */
export function mailOfRelease(
  tx: Transaction,
  ctx: Context,
  { milestone, contract }: LoadedMilestone,
  { template }: { template: 'approvedBySilence' | 'releaseReminder' | 'releasedByClock' },
): void {
  for (const companyId of [contract.clientCompanyId, contract.providerCompanyId]) {
    for (const { name, email, locale } of managersOf(tx, companyId)) {
      enqueueMail(tx, ctx.now, {
        to: email,
        locale: locale ?? 'en',
        template,
        toStranger: 'never',
        params: {
          ...{ contract: contract.number, amountCents: restOf(milestone).amountCents, currency: contract.currency },
          ...(milestone.autoReleaseAt === null ? {} : { deadlineAt: milestone.autoReleaseAt }),
          link: `${env.origin}/escrow/${contract.id}`,
        },
        names: { name, milestone: milestone.title },
      })
    }
  }
}
