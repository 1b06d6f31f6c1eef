import { and, eq, ne } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, nullable, oneOf } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { transferReversals } from '#db/schema/bank.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const credits = sql(
  {
    params: { id: bankTransfers.id },
    row: {
      kind: oneOf(['suspense', 'client_funds'], ledgerAccounts.kind),
      ...columns(ledgerAccounts, 'ownerId'),
      company: nullable(companies.name),
      cents: integer,
      freeCents: integer,
    },
  },
  `SELECT a.kind, a.owner_id AS ownerId, k.name AS company, -sum(e.amount_cents) AS cents, -b.balance_cents AS freeCents
   FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
   CROSS JOIN ledger_balances b ON b.account_id = a.id LEFT JOIN companies k ON k.id = a.owner_id
   WHERE p.transfer_id = :id AND a.kind <> 'bank' GROUP BY a.id HAVING sum(e.amount_cents) <> 0 ORDER BY a.id`,
)

export type TransferCredit = RowOf<typeof credits>

/**
 * Where a transfer was credited, and how much of it: suspense, and the free balances of companies, with what they have left
 * (`freeCents`). Empty once it is reversed. Checks no right.
 */
export const creditsOf = (db: Database | Transaction, id: string): TransferCredit[] => credits.all(db, { id })

/** The account whose money has moved on, so that the transfer cannot be reversed; undefined if all of it is there. */
export const movedOn = (of: readonly TransferCredit[]): TransferCredit | undefined =>
  of.find(({ cents, freeCents }) => freeCents < cents)

const subject = sql(
  {
    params: { id: bankTransfers.id },
    row: {
      ...columns(ledgerPostings, 'contractId', 'milestoneId'),
      clientCompanyId: nullable(contracts.clientCompanyId),
      providerCompanyId: nullable(contracts.providerCompanyId),
    },
  },
  `SELECT p.contract_id AS contractId, p.milestone_id AS milestoneId, c.client_company_id AS clientCompanyId,
          c.provider_company_id AS providerCompanyId
   FROM ledger_postings p LEFT JOIN contracts c ON c.id = p.contract_id WHERE p.transfer_id = :id AND p.kind = 'deposit'`,
)

/** The contract and the milestone that the reference of a transfer named when it was recorded. Checks no right. */
export const subjectOf = (db: Database | Transaction, id: string): RowOf<typeof subject> => subject.one(db, { id })

/** The proposed or confirmed reversal of a transfer. Checks no right. */
export const openReversal = (db: Database | Transaction, transferId: string) =>
  db
    .select()
    .from(transferReversals)
    .where(and(eq(transferReversals.transferId, transferId), ne(transferReversals.status, 'declined')))
    .get()

const transfer = sql(
  {
    params: { id: bankTransfers.id },
    row: {
      ...columns(bankTransfers, 'id', 'archiveId', 'reference', 'payerName', 'payerIban', 'message', 'amountCents'),
      ...columns(bankTransfers, 'currency', 'paidOn', 'recordedAt'),
      recordedBy: users.name,
      contractId: nullable(contracts.id),
      contractNumber: nullable(contracts.number),
      milestone: nullable(milestones.title),
    },
  },
  `SELECT t.id, t.archive_id AS archiveId, t.reference, t.payer_name AS payerName, t.payer_iban AS payerIban, t.message,
          t.amount_cents AS amountCents, t.currency, t.paid_on AS paidOn, t.recorded_at AS recordedAt, u.name AS recordedBy,
          c.id AS contractId, c.number AS contractNumber, m.title AS milestone
   FROM bank_transfers t JOIN users u ON u.id = t.recorded_by
   LEFT JOIN contract_milestones m ON m.funding_reference = t.reference LEFT JOIN contracts c ON c.id = m.contract_id
   WHERE t.id = :id`,
)

const history = sql(
  {
    params: { id: bankTransfers.id },
    row: {
      ...columns(transferReversals, 'id', 'reason', 'status', 'proposedAt', 'decidedAt'),
      proposerId: transferReversals.proposedBy,
      proposer: users.name,
      decider: nullable(users.name),
    },
  },
  `SELECT r.id, r.reason, r.status, r.proposed_at AS proposedAt, r.decided_at AS decidedAt, r.proposed_by AS proposerId,
          p.name AS proposer, d.name AS decider
   FROM transfer_reversals r JOIN users p ON p.id = r.proposed_by LEFT JOIN users d ON d.id = r.decided_by
   WHERE r.transfer_id = :id ORDER BY r.id DESC LIMIT 50`,
)

export type TransferDetail = {
  transfer: RowOf<typeof transfer>
  /** Where its money is credited; empty once it is reversed. */
  credits: TransferCredit[]
  /** The account whose money has moved on; null if it can be reversed. */
  short: TransferCredit | null
  /** Its reversals, newest first, also those that were declined. */
  reversals: RowOf<typeof history>[]
}

/** One recorded transfer with its reversals; null for users who are not admins. */
export function getTransfer(ctx: UserContext, id: string): TransferDetail | null {
  if (!isAdmin(ctx.actor.role)) return null
  const found = transfer.first(ctx.db, { id })
  if (!found) return null
  const of = creditsOf(ctx.db, id)
  return { transfer: found, credits: of, short: movedOn(of) ?? null, reversals: history.all(ctx.db, { id }) }
}
