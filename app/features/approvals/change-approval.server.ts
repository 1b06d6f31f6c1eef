// verb-rule: a part of the verbs and the job that decide requests, which check the right
import { and, eq } from 'drizzle-orm'
import type { ApprovalEvent } from '#app/event-payloads.ts'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { moduleOf } from '#app/features/accounts/rights.ts'
import { peopleWhoDoNotAct } from '#app/features/projects/members/role-on-project.server.ts'
import { mandateRefusal } from '#app/features/team/mandate.ts'
import { listMandateHolders, type MandateHolder } from '#app/features/team/mandate-holders.server.ts'
import { projectModules } from '#app/features/team/project-role.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { approvals } from '#db/schema/approvals.ts'
import {
  type ApprovalAction,
  type ApprovalFacts,
  type ApprovalRole,
  approvalMachine,
  approvalRules,
  voidGroundOf,
} from './approval.ts'
import { mailResult } from './mail-approval.server.ts'
import { projectsOfSubjects } from './project-of-request.server.ts'
import type { ApprovalRow } from './subject.ts'
import { loadSubject, subjectDigest } from './subjects.server.ts'

/**
 * Loads a request of the actor's company, for those who may see what it is about.
 * @throws AppError not_found for everybody else
 */
export function loadApproval(db: Database | Transaction, ctx: CompanyContext, id: string): ApprovalRow {
  const mine = and(eq(approvals.id, id), eq(approvals.companyId, ctx.company.id))
  const row = db.select().from(approvals).where(mine).get()
  if (!row || !can(ctx, approvalRules[row.act].readRight)) throw notFound()
  return row
}

/** Who may approve a request, the role of `userId` in it, and whether it stands now. Null is the system. */
export function standingOf(db: Database | Transaction, row: ApprovalRow, userId: string | null, now: number) {
  const holders = listActors(db, row)
  const subject = loadSubject(db, row, now)
  const stake = subject?.stake ?? subject ?? row
  const approvers = approversOf(holders, row, stake)
  const role: ApprovalRole = userId === null ? 'system' : userId === row.askedBy ? 'asker' : 'colleague'
  const facts: ApprovalFacts = {
    now,
    expiresAt: row.expiresAt,
    covers: approvers.some(({ id }) => id === userId),
    askerMay: holders.some(({ id, mandate }) => id === row.askedBy && mandate !== 0),
    isUnchanged: subject !== null && subjectDigest(row, subject) === row.digest,
  }
  return { approvers, role, facts }
}

/**
 * The people of a company who may do an act, with how far their mandate goes: those with the right, but not whom their role on the project
 * keeps from acting in its module (PROJ-26).
 */
export function listActors(
  db: Database | Transaction,
  { companyId, act, subjectId }: Pick<ApprovalRow, 'companyId' | 'act' | 'subjectId'>,
): MandateHolder[] {
  const { power, right } = approvalRules[act]
  const holders = listMandateHolders(db, companyId, power, right)
  const projectId = projectsOfSubjects(db, [subjectId]).get(subjectId)
  const module = projectModules.find((one) => one === moduleOf(right))
  if (projectId === undefined || module === undefined) return holders
  const outside = peopleWhoDoNotAct(db, companyId, projectId, module)
  return holders.filter(({ id }) => !outside.has(id))
}

/** Those of them whose own mandate covers all of it, but not who asks; to sign, with a verified address (CON-2). */
export function approversOf(
  actors: readonly MandateHolder[],
  { act, askedBy }: Pick<ApprovalRow, 'act' | 'askedBy'>,
  stake: { amountCents: number; currency: string },
) {
  return actors.filter(
    ({ id, mandate, emailVerified }) =>
      id !== askedBy &&
      mandateRefusal(mandate, stake) === null &&
      (emailVerified || (act !== 'sign' && act !== 'sign_change')),
  )
}

type Step = { action: ApprovalAction; role: ApprovalRole; facts: ApprovalFacts }

/**
 * Applies a step to a request: the new status with who decided and why, the audit row, the event, and the mail to who asked.
 * @throws AppError whatever the state machine refuses
 */
export function changeApproval(tx: Transaction, ctx: Context, row: ApprovalRow, step: Step): ApprovalRow {
  const { action, role, facts } = step
  const status = stateAfter(approvalMachine.next(row.status, action, role, facts))
  const after = tx
    .update(approvals)
    .set({
      status,
      decidedBy: role === 'system' ? null : (ctx.actor?.id ?? null),
      decidedAt: ctx.now,
      reason: facts.reason?.trim() || null,
      voidGround: action === 'void' ? voidGroundOf(facts) : null,
    })
    .where(and(eq(approvals.id, row.id), eq(approvals.status, row.status)))
    .returning()
    .get()
  if (!after) throw conflict('errors:concurrentChange')
  appendAudit(tx, ctx, {
    action: `approval.${action}`,
    subject: { type: 'approval', id: row.id },
    before: { status: row.status },
    after: { status, reason: after.reason, voidGround: after.voidGround },
    detail: { act: row.act, subject: row.subjectId, digest: row.digest, askedBy: row.askedBy },
  })
  const told = [row.askedBy, ...standingOf(tx, row, null, ctx.now).approvers.map(({ id }) => id)]
  const others = told.filter((id) => id !== after.decidedBy)
  const by = after.decidedBy ? (ctx.actor?.name ?? '') : ''
  recordEvent(tx, ctx, 'approval.decided', { ...approvalEvent(tx, row, others), status, by })
  mailResult(tx, ctx, after, by)
  return after
}

/** The payload of the events about a request. */
export function approvalEvent(tx: Transaction, row: ApprovalRow, userIds: string[]): ApprovalEvent {
  const asker = tx.select({ name: users.name }).from(users).where(eq(users.id, row.askedBy)).get()
  return { approvalId: row.id, companyId: row.companyId, act: row.act, asker: asker?.name ?? '', userIds }
}
