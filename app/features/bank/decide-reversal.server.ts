import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { reversalPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { conflict, forbidden, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { transferReversals } from '#db/schema/bank.ts'
import { loadReversible } from './load-reversible.server.ts'

/**
 * Confirms or declines the reversal of a transfer, for admins (ESC-15). Only another admin than the one who proposed it confirms it: the
 * counter-posting takes the money back from wherever it was credited, and those companies are told. Whoever proposed it may take it back.
 * @throws AppError forbidden for the proposer's own confirmation, and for whoever works for a company concerned; conflict if it is
 * decided, or the money has moved on
 */
export function decideReversal(
  ctx: UserContext,
  input: { transferId: string; reversalId: string; decision: 'confirm' | 'decline'; submissionId?: string | undefined },
): { status: 'confirmed' | 'declined' } {
  requireRight(ctx, 'escrow.recordTransfer')
  const { transferId, reversalId, decision } = input
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'decideReversal', input, otherContent: 'refuse' }, () => {
      const status = decision === 'confirm' ? ('confirmed' as const) : ('declined' as const)
      const same = and(eq(transferReversals.id, reversalId), eq(transferReversals.transferId, transferId))
      const before = tx.select().from(transferReversals).where(same).get()
      if (!before) throw notFound()
      if (before.status !== 'proposed') throw conflict('reversals:refused.isDecided')
      if (status === 'confirmed' && before.proposedBy === ctx.actor.id) throw forbidden('reversals:refused.ownProposal')
      const after = { status, decidedBy: ctx.actor.id, decidedAt: ctx.now }
      const loaded = status === 'confirmed' ? loadReversible(tx, ctx, transferId) : null
      tx.update(transferReversals)
        .set(after)
        .where(and(same, eq(transferReversals.status, 'proposed')))
        .run()
      appendAudit(tx, ctx, {
        action: `escrow.${decision}_reversal`,
        subject: { type: 'bank_transfer', id: transferId },
        before: { reversal: reversalId, status: before.status },
        after: { reversal: reversalId, ...after },
        detail: { reason: before.reason },
      })
      if (loaded) reverse(tx, ctx, loaded)
      return { status }
    }),
  )
}

/** Posts the reversal, and tells the companies that the money was credited to, or the client who was told that it waits. */
function reverse(tx: Transaction, ctx: UserContext, loaded: ReturnType<typeof loadReversible>): void {
  const { transfer, credits, subject, owners } = loaded
  const { contractId, milestoneId, clientCompanyId } = subject
  const { posted } = writePosting(tx, ctx, {
    ...reversalPosting(credits),
    idempotencyKey: `reversal:${transfer.id}`,
    contractId,
    milestoneId,
    transferId: transfer.id,
    currency: transfer.currency,
  })
  if (!posted) throw conflict('errors:concurrentChange')
  for (const companyId of new Set([...owners, ...(clientCompanyId ? [clientCompanyId] : [])])) {
    const ofContract = companyId === clientCompanyId ? contractId : null
    const { amountCents, currency } = transfer
    const credited = credits.find(({ kind, ownerId }) => kind === 'client_funds' && ownerId === companyId)
    const takenCents = credited && !ofContract ? credited.cents : amountCents
    recordEvent(tx, ctx, 'transfer.reversed', {
      companyId,
      contractId: ofContract,
      amountCents: takenCents,
      currency,
    })
  }
}
