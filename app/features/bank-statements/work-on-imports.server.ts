import { asc, inArray } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { statementImports } from '#db/schema/statements.ts'
import { bookImport } from './book-import.server.ts'
import { readImport } from './read-import.server.ts'

/**
 * Reads and books the files that wait for it, one after the other, the oldest first: a job, whose work is in the database, so that it goes on
 * after a restart.
 */
export async function workOnImports(ctx: Context): Promise<void> {
  const { db } = ctx
  const waiting = db
    .select()
    .from(statementImports)
    .where(inArray(statementImports.status, ['reading', 'booking']))
    .orderBy(asc(statementImports.id))
    .limit(20)
    .all()
  for (const one of waiting) {
    try {
      await (one.status === 'reading' ? readImport(ctx, one) : bookImport(ctx, one))
    } catch (error) {
      // The server was stopped: the next one goes on.
      if (!db.$client.open) return
      throw error
    }
  }
}
