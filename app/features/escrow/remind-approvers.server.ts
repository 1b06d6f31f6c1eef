// verb-rule: a scheduled job sends reminders; no user's right is involved
import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { autoApprovalAt, dueReminders } from './milestone.ts'
import { milestoneEvent } from './milestone-events.server.ts'

const day = 86_400_000

/** Begins at the index of submitted work: of active contracts there are many more. */
const submitted = sql(
  { params: { after: integer, until: integer }, row: columns(milestones, 'id') },
  `SELECT m.id FROM contract_milestones m INDEXED BY milestones_submitted CROSS JOIN contracts c ON c.id = m.contract_id
   WHERE m.status = 'submitted' AND m.submitted_at > :after AND m.submitted_at <= :until AND c.status = 'active'
   ORDER BY m.submitted_at LIMIT 1000`,
)

/**
 * Reminds clients of work submitted on active contracts on days 7 and 12, once each, by mail to owners and managers. Returns
 * the number of milestones.
 */
export function remindApprovers(ctx: Context): number {
  const waiting = submitted.all(ctx.db, { after: ctx.now - autoApprovalAt(0), until: ctx.now - 7 * day })
  let reminded = 0
  for (const { id } of waiting) {
    if (transact(ctx.db, (tx) => remind(tx, ctx, id))) reminded += 1
  }
  return reminded
}

/**
 * Sends the latest due reminder and stores it as an event of the milestone, identified by its day. Returns whether one was
 * sent.
 */
function remind(tx: Transaction, ctx: Context, id: string): boolean {
  const row = tx
    .select({ milestone: milestones, contract: contracts })
    .from(milestones)
    .innerJoin(contracts, and(eq(contracts.id, milestones.contractId), eq(contracts.status, 'active')))
    .where(and(eq(milestones.id, id), eq(milestones.status, 'submitted')))
    .get()
  const submittedAt = row?.milestone.submittedAt
  if (!row || !submittedAt) return false
  const { milestone, contract } = row
  const told = tx
    .select({ action: milestoneEvents.action })
    .from(milestoneEvents)
    .where(and(eq(milestoneEvents.milestoneId, id), gt(milestoneEvents.at, submittedAt)))
    .all()
    .flatMap(({ action }) => (action.startsWith('remind_') ? [Number(action.slice('remind_'.length))] : []))
  const due = dueReminders(submittedAt, ctx.now, told)
  const latest = due.at(-1)
  if (latest === undefined) return false
  for (const days of due) {
    const status = milestone.status
    tx.insert(milestoneEvents)
      .values({
        id: newId(),
        milestoneId: id,
        action: `remind_${days}`,
        fromStatus: status,
        toStatus: status,
        at: ctx.now,
      })
      .run()
  }
  const daysLeft = Math.max(1, Math.ceil((autoApprovalAt(submittedAt) - ctx.now) / day))
  for (const { name, email, locale } of managersOf(tx, contract.clientCompanyId)) {
    const link = `${env.origin}/escrow/${contract.id}`
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'approvalReminder',
      toStranger: 'never',
      params: { contract: contract.number, count: daysLeft, link },
      names: { name, milestone: milestone.title },
    })
  }
  appendAudit(tx, ctx, {
    action: 'milestone.remind',
    subject: { type: 'milestone', id },
    detail: { day: latest, contract: contract.id },
  })
  const loaded = { milestone, contract, role: 'system', adminIsParty: false } as const
  recordEvent(tx, ctx, 'milestone.approval_reminder', { ...milestoneEvent(ctx, loaded), daysLeft })
  return true
}

/** The owners and managers of a company, who get its mails. Checks no right: the caller has. */
export function managersOf(
  tx: Transaction,
  companyId: string,
): { name: string; email: string; locale: string | null }[] {
  return tx
    .select({ name: users.name, email: users.email, locale: users.locale, role: companyMembers.role })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.status, 'active')))
    .where(eq(companyMembers.companyId, companyId))
    .all()
    .filter((member) => member.role !== 'member')
}
