// verb-rule: a scheduled job reminds of unanswered valuations; no user's right is involved
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { milestoneEvent } from '#app/features/escrow/milestone-events.server.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import { env } from '#app/platform/env.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { milestoneValuations } from '#db/schema/valuations.ts'
import { sql } from '#db/sql.server.ts'
import { valuedLines } from './rows.server.ts'
import { amountsThisTime, dueReminder, isWorkedOn, valuationName, valueToDate } from './valuation.ts'

const firstReminder = 7 * 86_400_000

const waiting = sql(
  { params: { until: integer }, row: columns(milestoneValuations, 'id') },
  `SELECT v.id FROM milestone_valuations v INDEXED BY milestone_valuations_waiting
   WHERE v.status = 'claimed' AND v.claimed_at <= :until AND v.reminded_day < 12 ORDER BY v.claimed_at LIMIT 1000`,
)

/**
 * Reminds clients of valuations that wait for their certificate, on days 7 and 12, once each, by notification and by mail to owners and managers.
 * Silence releases nothing (VAL-4). Returns the number of valuations.
 */
export function remindCertifiers(ctx: Context): number {
  const found = waiting.all(ctx.db, { until: ctx.now - firstReminder })
  return found.filter(({ id }) => transact(ctx.db, (tx) => remind(tx, ctx, id))).length
}

function remind(tx: Transaction, ctx: Context, id: string): boolean {
  const row = tx
    .select({ valuation: milestoneValuations, milestone: milestones, contract: contracts })
    .from(milestoneValuations)
    .innerJoin(milestones, eq(milestones.id, milestoneValuations.milestoneId))
    .innerJoin(contracts, eq(contracts.id, milestones.contractId))
    .where(and(eq(milestoneValuations.id, id), eq(milestoneValuations.status, 'claimed')))
    .get()
  if (!row) return false
  const { valuation, milestone, contract } = row
  if (!isWorkedOn({ contractIsActive: contract.status === 'active', milestoneStatus: milestone.status })) return false
  const remindedDay = dueReminder(valuation.claimedAt, ctx.now, valuation.remindedDay)
  if (remindedDay === null) return false
  tx.update(milestoneValuations).set({ remindedDay }).where(eq(milestoneValuations.id, id)).run()
  const lines = valuedLines(tx, id).map((line) => ({ ...line, done: line.claimedDone }))
  const { grossCents: amountCents } = amountsThisTime(milestone, valueToDate(lines))
  const { currency } = contract
  for (const { name, email, locale } of managersOf(tx, contract.clientCompanyId))
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'certificateReminder',
      toStranger: 'never',
      params: {
        ...{ contract: contract.number, valuation: valuationName(valuation.number), amountCents, currency },
        ...{ link: `${env.origin}/valuations/${id}` },
      },
      names: { name, milestone: milestone.title },
    })
  appendAudit(tx, ctx, {
    action: 'milestone.remind_certifier',
    subject: { type: 'milestone', id: milestone.id },
    detail: { valuation: id, day: remindedDay, contract: contract.id },
  })
  const loaded = { milestone, contract, role: 'system', adminIsParty: false } as const
  recordEvent(tx, ctx, 'milestone.valuation', { ...milestoneEvent(ctx, loaded), amountCents, step: 'reminded' })
  return true
}
