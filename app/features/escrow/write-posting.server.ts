import type { Context } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
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

const postedAs = sql(
  { params: { key: ledgerPostings.idempotencyKey }, row: columns(ledgerPostings, 'id') },
  'SELECT id FROM ledger_postings WHERE idempotency_key = :key',
)
const insertPosting = sql(
  {
    params: {
      ...columns(ledgerPostings, 'id', 'kind', 'idempotencyKey', 'contractId', 'milestoneId', 'transferId', 'payoutId'),
      ...columns(ledgerPostings, 'statementRowId', 'currency', 'actorId', 'at'),
    },
  },
  `INSERT INTO ledger_postings (id, kind, idempotency_key, contract_id, milestone_id, transfer_id, payout_id, statement_row_id, currency, actor_id, at)
   VALUES (:id, :kind, :idempotencyKey, :contractId, :milestoneId, :transferId, :payoutId, :statementRowId, :currency, :actorId, :at)`,
)
const insertEntry = sql(
  { params: columns(ledgerEntries, 'id', 'postingId', 'accountId', 'amountCents') },
  'INSERT INTO ledger_entries (id, posting_id, account_id, amount_cents) VALUES (:id, :postingId, :accountId, :amountCents)',
)
const findAccount = sql(
  { params: columns(ledgerAccounts, 'kind', 'ownerId', 'currency'), row: columns(ledgerAccounts, 'id') },
  'SELECT id FROM ledger_accounts WHERE kind = :kind AND owner_id = :ownerId AND currency = :currency',
)
const insertAccount = sql(
  { params: columns(ledgerAccounts, 'id', 'kind', 'ownerId', 'currency', 'createdAt') },
  'INSERT INTO ledger_accounts (id, kind, owner_id, currency, created_at) VALUES (:id, :kind, :ownerId, :currency, :createdAt)',
)

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
  const earlier = postedAs.first(tx, { key: input.idempotencyKey })
  if (earlier) return { id: earlier.id, posted: false }
  checkBalanced(entries)
  const id = newId()
  for (const entry of entries) {
    const accountId = accountOf(tx, entry, input.currency, ctx.now)
    insertEntry.run(tx, { id: newId(), postingId: id, accountId, amountCents: entry.amountCents })
  }
  const { transferId = null, payoutId = null, statementRowId = null } = order
  const origin = { id, transferId, payoutId, statementRowId, actorId: ctx.actor?.id ?? null, at: ctx.now }
  insertPosting.run(tx, { ...order, ...origin })
  return { id, posted: true }
}

/** The account of a kind and an owner, created when first needed. */
function accountOf(tx: Transaction, entry: LedgerEntry, currency: Currency, now: number): string {
  const { kind, ownerId } = entry
  const account = findAccount.first(tx, { kind, ownerId, currency })
  if (account) return account.id
  const id = newId()
  insertAccount.run(tx, { id, kind, ownerId, currency, createdAt: now })
  return id
}
