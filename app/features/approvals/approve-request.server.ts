// verb-rule: changeApproval writes the audit row
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadBid } from '#app/features/bids/bid-access.server.ts'
import { addChangeSignatures, prepareChangeSignature } from '#app/features/change-orders/sign-change-order.server.ts'
import { addSignatures, prepareSignature, type Signatory } from '#app/features/contracts/sign-contract.server.ts'
import { addAward } from '#app/features/decisions/award-bid.server.ts'
import { applyToMilestone } from '#app/features/escrow/change-milestone.server.ts'
import { applyToRetention } from '#app/features/escrow/change-retention.server.ts'
import { releaseOf } from '#app/features/escrow/release-milestone.server.ts'
import { retentionReleaseOf } from '#app/features/escrow/release-retention.server.ts'
import { enterBankAccount } from '#app/features/team/change-bank-account.server.ts'
import { loadColleague } from '#app/features/team/colleague.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import type { ApprovalAct } from '#db/vocabulary/approvals.ts'
import type { AuthorityBasis } from '#db/vocabulary/contracts.ts'
import { approvalRules } from './approval.ts'
import { changeApproval, loadApproval, standingOf } from './change-approval.server.ts'
import { lapse } from './lapse-requests.server.ts'
import type { ApprovalRow } from './subject.ts'

type Perform = (tx: Transaction, ctx: CompanyContext, row: ApprovalRow, signatory: Signatory | null) => unknown

const performers: Record<ApprovalAct, Perform> = {
  sign: (tx, ctx, row, signatory) =>
    addSignatures(tx, ctx, { contractId: row.subjectId }, [askerOf(row), ...(signatory ? [signatory] : [])]),
  sign_change: (tx, ctx, row, signatory) =>
    addChangeSignatures(tx, ctx, changeOf(tx, row.subjectId), [askerOf(row), ...(signatory ? [signatory] : [])]),
  award: (tx, ctx, { subjectId, details, askedBy, askedAt }) =>
    addAward(tx, ctx, loadBid(tx, ctx, subjectId), details, { userId: askedBy, askedAt }),
  release: (tx, ctx, { subjectId: milestoneId, details: { expectedRetentionCents = 0 } }) =>
    applyToMilestone(tx, ctx, releaseOf(ctx, { milestoneId, expectedRetentionCents })),
  release_retention: (tx, ctx, row) =>
    applyToRetention(tx, ctx, retentionReleaseOf(ctx, { contractId: row.subjectId, reason: row.details.reason ?? '' })),
  bank: (tx, ctx, { askedBy, details: { iban = '', bic = null } }) =>
    enterBankAccount(tx, ctx, { iban, bic }, loadColleague(tx, ctx, askedBy)),
}

/** Who asked, as they signed when they did. */
function askerOf({ askedBy: userId, ip, userAgent, askedAt: signedAt, details }: ApprovalRow): Signatory {
  const { typedName = '', nameReason = null, accountName = '', accountEmail = '' } = details
  const { jobTitle = null, authority = null, drawing = null } = details
  const by = { userId, typedName, nameReason, accountName, accountEmail, jobTitle, authority, drawing }
  return { ...by, ip, userAgent, signedAt }
}

function changeOf(db: Database | Transaction, changeOrderId: string) {
  const row = db.select().from(changeOrders).where(eq(changeOrders.id, changeOrderId)).get()
  if (!row) throw notFound()
  return { contractId: row.contractId, changeOrderId }
}

/**
 * Approves a colleague's request with the actor's password and does what was asked, in one transaction and with both names on the
 * record. Signing also takes the approver's own name, as a signature does. Of concurrent calls only one succeeds. A request that no
 * longer stands is void (or expired) from then on.
 * @throws AppError not_found; forbidden for one's own; conflict where the actor's mandate does not cover it, or it has changed, expired
 * or been decided; whatever the act itself refuses
 */
export async function approveRequest(
  ctx: CompanyContext,
  input: {
    approvalId: string
    password: string
    typedName?: string | undefined
    nameReason?: string | undefined
    jobTitle?: string | undefined
    authority?: AuthorityBasis | undefined
    drawing?: string | null | undefined
  },
): Promise<{ path: string }> {
  const { act, subjectId } = loadApproval(ctx.db, ctx, input.approvalId)
  requireRight(ctx, approvalRules[act].right)
  const signatory = await signatoryOf(ctx, act, subjectId, input)
  if (!signatory) await requirePassword(ctx, input.password)
  const outcome = transact(ctx.db, (tx) => {
    const row = loadApproval(tx, ctx, input.approvalId)
    const { role, facts } = standingOf(tx, row, ctx.actor.id, ctx.now)
    const lapsed = lapse(tx, ctx, row)
    if (lapsed) return { lapsed }
    changeApproval(tx, ctx, row, { action: 'approve', role, facts })
    performers[act](tx, ctx, row, signatory)
    return { path: row.path }
  })
  if (outcome.lapsed !== undefined) throw conflict(outcome.lapsed)
  return outcome
}

/** The approver as they sign, for what is signed; null for the other acts. */
async function signatoryOf(
  ctx: CompanyContext,
  act: ApprovalAct,
  subjectId: string,
  { approvalId: _request, typedName, ...input }: Parameters<typeof approveRequest>[1],
): Promise<Signatory | null> {
  if (act !== 'sign' && act !== 'sign_change') return null
  if (!typedName) throw invalid('validation:required', { field: 'typedName' })
  const signing = { ...input, typedName }
  return act === 'sign'
    ? prepareSignature(ctx, { ...signing, contractId: subjectId })
    : prepareChangeSignature(ctx, { ...signing, ...changeOf(ctx.db, subjectId) })
}
