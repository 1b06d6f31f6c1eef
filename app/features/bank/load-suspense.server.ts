// verb-rule: a part of the verbs that settle what is in suspense, which check the right
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { conflict, forbidden, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'
import { openReversal } from './reversals.server.ts'

const open = sql(
  { params: { id: bankTransfers.id }, row: { openCents: integer } },
  `SELECT -b.balance_cents AS openCents FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
   WHERE a.kind = 'suspense' AND a.owner_id = :id`,
)

export type LoadedSuspense = typeof bankTransfers.$inferSelect & { openCents: number }

/**
 * A bank transfer with what is left of it in suspense.
 * @throws AppError not found; conflict if nothing of it waits any more, or its reversal is proposed
 */
export function loadSuspense(tx: Transaction, id: string): LoadedSuspense {
  const transfer = tx.select().from(bankTransfers).where(eq(bankTransfers.id, id)).get()
  if (!transfer) throw notFound()
  const openCents = open.first(tx, { id })?.openCents ?? 0
  if (openCents <= 0) throw conflict('bank:refused.settled')
  if (openReversal(tx, id)) throw conflict('reversals:refused.isProposed')
  return { ...transfer, openCents }
}

/** Whoever works for a company decides nothing about its money as an admin. */
export function requireIndependent(ctx: UserContext, ...companyIds: string[]): void {
  if (ctx.company && companyIds.includes(ctx.company.id)) throw forbidden('bank:refused.adminIsParty')
}
