import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { pageSize } from '#app/features/escrow/limits.ts'
import { compactReference } from '#app/platform/reference-number.ts'
import { columns, integer, nullable, required, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { transferReversals } from '#db/schema/bank.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const recorded = sql(
  {
    params: { start: integer },
    row: {
      ...columns(bankTransfers, 'id', 'archiveId', 'reference', 'payerName', 'amountCents', 'currency', 'paidOn'),
      ...columns(bankTransfers, 'recordedAt'),
      recordedBy: users.name,
      contractId: nullable(contracts.id),
      contractNumber: nullable(contracts.number),
      milestone: nullable(milestones.title),
      openCents: integer,
      reversal: nullable(transferReversals.status),
    },
  },
  `SELECT t.id, t.archive_id AS archiveId, t.reference, t.payer_name AS payerName, t.amount_cents AS amountCents, t.currency,
          t.paid_on AS paidOn, t.recorded_at AS recordedAt, u.name AS recordedBy, c.id AS contractId, c.number AS contractNumber,
          m.title AS milestone, coalesce(-b.balance_cents, 0) AS openCents, r.status AS reversal
   FROM (SELECT * FROM bank_transfers ORDER BY recorded_at DESC LIMIT ${pageSize + 1} OFFSET :start) t
   JOIN users u ON u.id = t.recorded_by
   LEFT JOIN contract_milestones m ON m.id = t.subject_id
   LEFT JOIN contracts c ON c.id = m.contract_id
   LEFT JOIN ledger_accounts a ON a.kind = 'suspense' AND a.owner_id = t.id AND a.currency = t.currency
   LEFT JOIN ledger_balances b ON b.account_id = a.id
   LEFT JOIN transfer_reversals r ON r.transfer_id = t.id AND r.status <> 'declined'
   ORDER BY t.recorded_at DESC`,
)

export type TransferItem = RowOf<typeof recorded>

/** Recorded bank transfers of escrow, latest first; empty for users who are not admins. */
export function listTransfers(ctx: UserContext, page: number): TransferItem[] {
  if (!isAdmin(ctx.actor.role)) return []
  return recorded.all(ctx.db, { start: (page - 1) * pageSize })
}

const awaited = sql(
  {
    params: { reference: text },
    row: {
      reference: required(milestones.fundingReference),
      ...columns(milestones, 'amountCents'),
      ...columns(contracts, 'currency'),
      contractId: contracts.id,
      contractNumber: contracts.number,
      milestone: milestones.title,
      clientName: companies.name,
    },
  },
  `SELECT m.funding_reference AS reference, m.amount_cents AS amountCents, c.currency, c.id AS contractId,
          c.number AS contractNumber, m.title AS milestone, k.name AS clientName
   FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
   WHERE m.funding_reference = :reference AND m.status = 'planned' AND c.status = 'active'`,
)

export type AwaitedTransfer = RowOf<typeof awaited>

/** The transfer expected for a reference; null for unknown references, and for users who are not admins. */
export function findAwaitedTransfer(ctx: UserContext, reference: string): AwaitedTransfer | null {
  if (!isAdmin(ctx.actor.role)) return null
  return awaited.first(ctx.db, { reference: compactReference(reference).replace(/^RF\d\d0*/, '') })
}
