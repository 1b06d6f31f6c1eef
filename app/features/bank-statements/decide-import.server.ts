import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { statementImports } from '#db/schema/statements.ts'

/**
 * Confirms a file that has been read, so that its rows are booked, or discards it, for admins (ESC-23). Of two who decide at once, the first does.
 * @throws AppError conflict if it is not read yet, was refused, or is decided
 */
export function decideImport(
  ctx: UserContext,
  { importId, decision }: { importId: string; decision: 'confirm' | 'discard' },
): void {
  requireRight(ctx, 'escrow.recordTransfer')
  transact(ctx.db, (tx) => {
    const before = tx.select().from(statementImports).where(eq(statementImports.id, importId)).get()
    if (!before) throw notFound()
    if (before.status !== 'ready') throw conflict('bankstatements:refused.isDecided')
    const status = decision === 'confirm' ? ('booking' as const) : ('discarded' as const)
    tx.update(statementImports)
      .set({ status, decidedBy: ctx.actor.id, decidedAt: ctx.now })
      .where(and(eq(statementImports.id, importId), eq(statementImports.status, 'ready')))
      .run()
    appendAudit(tx, ctx, {
      action: `statement.${decision}`,
      subject: { type: 'statement_import', id: importId },
      before: { status: before.status },
      after: { status, rows: before.rowCount },
    })
  })
}
