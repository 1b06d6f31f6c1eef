// verb-rule: a scheduled job reads what an admin has uploaded
import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { compactIban } from '#app/platform/iban.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { bankStatements, statementImports } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'
import { readStatements } from './formats/read-statements.server.ts'
import { stageRows } from './stage-rows.server.ts'
import { StatementError } from './statement.ts'

const clear = sql(
  { params: { id: statementImports.id, limit: integer } },
  `DELETE FROM statement_rows WHERE id IN (SELECT id FROM statement_rows WHERE import_id = :id LIMIT :limit)`,
)

/**
 * Reads an uploaded file, and serves others meanwhile. It begins anew after a restart. A file that is broken anywhere is refused whole: nothing of
 * it is kept but why.
 */
export async function readImport(
  ctx: Context,
  { id, storedAs, sizeBytes }: typeof statementImports.$inferSelect,
): Promise<void> {
  const { db } = ctx
  const account = compactIban(env.ESCROW_IBAN)
  await clearRows(ctx, id)
  const stage = stageRows(db, id, account)
  try {
    const source = fileStorage.read(storedAs, { start: 0, end: Math.max(0, sizeBytes - 1) })
    const format = await readStatements(source, { account, today: businessDay(ctx.now) }, stage.add)
    stage.flush()
    transact(db, (tx) => {
      tx.update(statementImports)
        .set({ status: 'ready', format, readBytes: sizeBytes })
        .where(eq(statementImports.id, id))
        .run()
      appendAudit(tx, ctx, {
        action: 'statement.read',
        subject: { type: 'statement_import', id },
        after: { status: 'ready', format },
      })
    })
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    await clearRows(ctx, id)
    const { problem, line, params } = error
    const refused = { status: 'refused' as const, problem: JSON.stringify({ problem, line, params }), rowCount: 0 }
    transact(db, (tx) => {
      tx.update(statementImports)
        .set({ ...refused, finishedAt: ctx.now })
        .where(eq(statementImports.id, id))
        .run()
      appendAudit(tx, ctx, { action: 'statement.refuse', subject: { type: 'statement_import', id }, after: refused })
    })
  }
}

/** Takes back what an interrupted or refused reading has left. */
async function clearRows({ db }: Context, id: string): Promise<void> {
  while (transact(db, (tx) => clear.run(tx, { id, limit: 200 })) > 0) await setImmediate()
  transact(db, (tx) => tx.delete(bankStatements).where(eq(bankStatements.importId, id)).run())
}
