import { count, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { clauseComments } from '#db/schema/negotiations.ts'
import { clausesOf } from './clauses.ts'
import { maxCommentLength, maxComments } from './limits.ts'
import { loadNegotiation, requireDraft } from './load-negotiation.server.ts'
import { tellOtherParty } from './tell-other-party.server.ts'

type Input = {
  contractId: string
  submissionId?: string | undefined
  /** The clause as its author read it; null for a comment on the contract as a whole. */
  clause: string | null
  comment: string
  /** What the clause is to say; null, or the clause itself, for a comment that proposes nothing. */
  wording: string | null
}

/**
 * Comments on a clause of an open draft, for either party, and proposes another wording where one is given (CON-19).
 * @throws AppError not_found for strangers; conflict once the contract is sent, when the draft has no such clause any more, or with too many
 * comments; invalid without a comment or a wording
 */
export function commentOnClause(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'contracts.negotiate')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'commentOnClause', input }, () => {
      const loaded = loadNegotiation(tx, ctx, input.contractId)
      requireDraft(loaded)
      const { contract, party } = loaded
      const clause = clausesOf(contract.terms).find(({ text }) => text.trim() === input.clause?.trim())
      if (input.clause !== null && !clause) throw conflict('negotiation:refused.clauseChanged')
      const wording = clause && input.wording !== clause.text.trim() ? input.wording : null
      if (!input.comment && !wording) throw invalid('validation:required', { field: 'comment' })
      const written = tx
        .select({
          count: count(),
          length: sql<number>`coalesce(sum(length(comment) + coalesce(length(wording), 0)), 0)`,
        })
        .from(clauseComments)
        .where(eq(clauseComments.contractId, contract.id))
        .get()
      const length = (written?.length ?? 0) + input.comment.length + (wording?.length ?? 0)
      if ((written?.count ?? 0) >= maxComments || length > maxCommentLength)
        throw conflict('negotiation:refused.tooMany')
      const row = {
        id: newId(),
        contractId: contract.id,
        party,
        authorId: ctx.actor.id,
        createdAt: ctx.now,
        status: wording ? ('open' as const) : null,
        heading: clause?.heading ?? '',
        clause: clause?.text ?? '',
        comment: input.comment,
        wording,
      }
      tx.insert(clauseComments).values(row).run()
      appendAudit(tx, ctx, {
        action: wording ? 'contract.propose_wording' : 'contract.comment',
        subject: { type: 'contract', id: contract.id },
        after: { comment: row },
      })
      tellOtherParty(tx, ctx, contract, wording ? 'proposed' : 'commented')
      return { id: row.id }
    }),
  )
}
