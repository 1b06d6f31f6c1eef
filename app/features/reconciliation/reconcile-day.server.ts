import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { momentsOf } from '#app/features/statements/period.ts'
import type { Database } from '#db/client.server.ts'
import { readInSlices, type Slices } from '#db/in-slices.server.ts'
import { hasClosing, recordedUpTo, statementDifferences, statementsUpTo } from './bank-side.server.ts'
import { bookSide } from './book-side.server.ts'
import { dayBefore } from './days.ts'
import { rowsBefore } from './doubled-rows.server.ts'
import { type Difference, type Reconciliation, reconcile } from './reconciliation.ts'
import { breaksOf } from './statement-breaks.ts'

/**
 * Compares the bank with the ledger at the end of a day, by currency (ESC-25). The bank is its last statement up to the day, and what is recorded for the days after
 * that, each row on its own day; the ledger is what was posted by the end of the day. Why they differ is looked up row by row, where they do.
 */
function* dayInSlices(db: Database, day: string): Slices<Reconciliation[]> {
  const book = yield* bookSide(db, day, momentsOf({ from: null, to: day }).end)
  yield
  const recorded = recordedUpTo(db, day)
  const statements = statementsUpTo(db, day)
  const currencies = [...new Set([...book.owed.keys(), ...recorded.keys(), ...statements.keys()])].sort()
  const all: Reconciliation[] = []
  for (const currency of currencies) {
    const list = statements.get(currency) ?? []
    const withBalances = list.filter(hasClosing)
    const last = withBalances.at(-1) ?? null
    const breaks = breaksOf(list, (statement, before) => rowsBefore(db, statement, before))
    const recordedCents = recorded.get(currency) ?? 0
    const byStatement = last ? (recordedUpTo(db, last.on).get(currency) ?? 0) : 0
    let open: Difference[] = []
    if (last && last.closingCents !== byStatement) {
      const before = recordedUpTo(db, dayBefore(withBalances[0]?.from ?? last.on)).get(currency) ?? 0
      open = yield* statementDifferences(db, { all: list, breaks, before })
    }
    all.push(
      reconcile({
        currency,
        statement: last,
        laterCents: recordedCents - byStatement,
        recordedCents,
        owed: book.owed.get(currency) ?? [],
        differences: [...open, ...(book.later.get(currency) ?? [])],
        breaks,
      }),
    )
    yield
  }
  return all.filter(({ statement, bankCents, owedCents, owed }) => statement || bankCents || owedCents || owed.length)
}

/** Compares a day while others are served; null if the server was stopped before the end. Checks no right. */
export const reconcileDay = (db: Database, day: string): Promise<Reconciliation[] | null> =>
  readInSlices(db, (snapshot) => dayInSlices(snapshot, day))

/**
 * The comparison of a day for admins.
 * @throws Response 503 if the server is stopping
 */
export async function getReconciliation(ctx: UserContext, day: string): Promise<Reconciliation[]> {
  requireRight(ctx, 'escrow.recordTransfer')
  const found = await reconcileDay(ctx.db, day)
  if (!found) throw new Response(null, { status: 503 })
  return found
}
