// verb-rule: a scheduled job books what an admin has confirmed
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, isNull, sql as raw } from 'drizzle-orm'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { permissionsOf } from '#app/features/accounts/permissions.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { statementImports, statementRows } from '#db/schema/statements.ts'
import { bookRow } from './book-row.server.ts'

/** How long a slice of rows takes before others are served (ms), and how many rows are loaded for one. */
const sliceMs = 8
const sliceRows = 50

/**
 * Books a confirmed file, some rows in each transaction, and serves others meanwhile. Interrupted, it goes on with the first row that is not booked: each is
 * booked with all that follows from it, or not at all.
 */
export async function bookImport(ctx: Context, { id, decidedBy }: typeof statementImports.$inferSelect): Promise<void> {
  const { db } = ctx
  const as = confirmer(ctx, decidedBy ?? '')
  const left = and(eq(statementRows.importId, id), isNull(statementRows.bookedAt))
  for (let booked = -1; booked !== 0; await setImmediate()) {
    booked = transact(db, (tx) => {
      const until = performance.now() + sliceMs
      const rows = tx
        .select()
        .from(statementRows)
        .where(left)
        .orderBy(asc(statementRows.position))
        .limit(sliceRows)
        .all()
      let count = 0
      for (const row of rows) {
        bookRow(tx, as, row)
        count += 1
        if (performance.now() > until) break
      }
      if (count > 0) {
        tx.update(statementImports)
          .set({ bookedCount: raw`${statementImports.bookedCount} + ${count}` })
          .where(eq(statementImports.id, id))
          .run()
      }
      return count
    })
  }
  transact(db, (tx) => {
    tx.update(statementImports).set({ status: 'done', finishedAt: ctx.now }).where(eq(statementImports.id, id)).run()
    appendAudit(tx, ctx, {
      action: 'statement.finish',
      subject: { type: 'statement_import', id },
      after: { status: 'done' },
    })
  })
}

/** Whoever confirmed the file books its rows: their right was checked then, and they stay a party to what their company is paid. */
function confirmer(ctx: Context, id: string): UserContext {
  const user = ctx.db.select().from(users).where(eq(users.id, id)).get()
  if (!user) throw new Error('An import is confirmed by somebody')
  const company = ctx.db
    .select({ id: companies.id, kind: companies.kind, name: companies.name })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, id))
    .get()
  const { email, name, accountType, locale, timeZone } = user
  return {
    ...ctx,
    company: company ?? null,
    actor: {
      ...{ id, email, name, accountType, locale, timeZone, role: 'admin', permissions: permissionsOf('admin') },
      ...{ companyRole: null, modules: {}, emailVerified: true, mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  }
}
