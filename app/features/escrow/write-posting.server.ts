import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '#db/schema/escrow.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { checkBalanced, type LedgerEntry, type LedgerPosting } from './ledger.ts'

type PostingInput = LedgerPosting & {
  /** Identifies the outcome; each key can be posted only once, ever. */
  idempotencyKey: string
  contractId: string | null
  milestoneId: string | null
  /** The bank transfer whose money it moves. */
  transferId?: string
  /** The payment to a company that it orders, books or takes back. */
  payoutId?: string
  /** The row of the statement that it books or explains. */
  statementRowId?: string
  currency: Currency
}

/**
 * Writes a posting to the ledger, which is the only way money moves. Part of a verb, inside its transaction. Entries are
 * written before their posting, because the database accepts a posting only if its entries sum to zero, and no entries after
 * it. Posting the same outcome again writes nothing and returns the first posting.
 */
export function writePosting(
  tx: Transaction,
  ctx: Pick<Context, 'actor' | 'now'>,
  input: PostingInput,
): { id: string; posted: boolean } {
  const { entries, ...order } = input
  const earlier = tx
    .select({ id: ledgerPostings.id })
    .from(ledgerPostings)
    .where(eq(ledgerPostings.idempotencyKey, input.idempotencyKey))
    .get()
  if (earlier) return { id: earlier.id, posted: false }
  checkBalanced(entries)
  const id = newId()
  for (const entry of entries) {
    const accountId = accountOf(tx, entry, input.currency, ctx.now)
    tx.insert(ledgerEntries).values({ id: newId(), postingId: id, accountId, amountCents: entry.amountCents }).run()
  }
  const actorId = ctx.actor?.id ?? null
  tx.insert(ledgerPostings)
    .values({ ...order, id, actorId, at: ctx.now })
    .run()
  return { id, posted: true }
}

/** The account of a kind and an owner, created when first needed. */
function accountOf(tx: Transaction, entry: LedgerEntry, currency: Currency, now: number): string {
  const { kind, ownerId } = entry
  const same = and(
    eq(ledgerAccounts.kind, kind),
    eq(ledgerAccounts.ownerId, ownerId),
    eq(ledgerAccounts.currency, currency),
  )
  const account = tx.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(same).get()
  if (account) return account.id
  const id = newId()
  tx.insert(ledgerAccounts).values({ id, kind, ownerId, currency, createdAt: now }).run()
  return id
}
