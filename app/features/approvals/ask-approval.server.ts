// verb-rule: a part of the verbs that ask for an approval, which check the right
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { mandateRefusal } from '#app/features/team/mandate.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { approvals } from '#db/schema/approvals.ts'
import { approvalTime } from './approval.ts'
import { approvalEvent, approversOf, listActors } from './change-approval.server.ts'
import { mailApprovers } from './mail-approval.server.ts'
import type { Asked } from './subject.ts'
import { loadSubject, subjectDigest } from './subjects.server.ts'

/**
 * Asks those to approve an act whose right, role on its project and mandate cover it, and nobody else. Part of a verb, inside its transaction.
 * @throws AppError forbidden without any mandate; conflict where the actor's own mandate suffices, nobody else's does, it is asked
 * already, or it cannot be done
 */
export function askApproval(tx: Transaction, ctx: CompanyContext, what: Omit<Asked, 'companyId'>): { id: string } {
  const asked = { ...what, companyId: ctx.company.id }
  const { act, subjectId, companyId } = asked
  const subject = loadSubject(tx, asked, ctx.now)
  if (!subject) throw conflict('approvals:refused.impossible')
  const stake = subject.stake ?? subject
  const actors = listActors(tx, asked)
  const own = actors.find(({ id }) => id === ctx.actor.id)
  const refused = mandateRefusal(own ? own.mandate : 0, stake)
  if (refused === null) throw conflict('approvals:refused.notNeeded')
  if (refused === 'none') throw forbidden('team:mandate.refused.none')
  const approvers = approversOf(actors, { act, askedBy: ctx.actor.id }, stake)
  if (approvers.length === 0) throw conflict('approvals:refused.nobody')
  const same = and(eq(approvals.companyId, companyId), eq(approvals.act, act), eq(approvals.subjectId, subjectId))
  const open = and(same, eq(approvals.status, 'pending'))
  if (tx.select({ id: approvals.id }).from(approvals).where(open).get()) throw conflict('approvals:refused.asked')
  const { title, path, amountCents, currency, endsAt } = subject
  const row = {
    ...{ id: newId(), ...asked, title, path, amountCents, currency, digest: subjectDigest(asked, subject) },
    ...{ askedBy: ctx.actor.id, askedAt: ctx.now, ip: ctx.ip, userAgent: ctx.userAgent },
    ...{ expiresAt: Math.min(ctx.now + approvalTime, endsAt ?? Number.POSITIVE_INFINITY), status: 'pending' as const },
    ...{ decidedBy: null, decidedAt: null, reason: null, voidGround: null },
  }
  tx.insert(approvals).values(row).run()
  appendAudit(tx, ctx, {
    action: 'approval.ask',
    subject: { type: 'approval', id: row.id },
    after: row,
    detail: { act, subject: subjectId, digest: row.digest, amountCents, currency },
  })
  const userIds = approvers.map(({ id }) => id)
  recordEvent(tx, ctx, 'approval.asked', { ...approvalEvent(tx, row, userIds), expiresAt: row.expiresAt })
  mailApprovers(tx, ctx, row, ctx.actor.name, approvers)
  return { id: row.id }
}
