import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { lastLedgerCheck } from '#app/features/escrow/record-ledger-check.server.ts'
import { countWaitingQuotes } from '#app/features/quote-requests/queries.server.ts'
import { lastReconciliation } from '#app/features/reconciliation/record-reconciliation.server.ts'
import { columns, integer, list, nullable, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { payoutRuns } from '#db/schema/payouts.ts'
import { bankTransfers, statementImports } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'

/** Rows of each kind. */
const most = 50

/** What only platform staff do: decide, match, approve each other's work and explain. `count`: of how many things a row speaks. */
export type StaffWaiting = {
  kind:
    | 'dispute'
    | 'reversal'
    | 'approveRun'
    | 'takeFile'
    | 'confirmImport'
    | 'suspense'
    | 'unexplained'
    | 'reconcile'
    | 'ledger'
    | 'quote'
  title: string
  to: string
  count: number
}

const disputed = sql(
  {
    params: { company: nullable(companies.id), limit: integer },
    row: { ...columns(contracts, 'number', 'title'), subjectId: text },
  },
  `SELECT c.number, c.title, s.subjectId
   FROM (SELECT m.id AS subjectId, m.contract_id AS contractId FROM contract_milestones m INDEXED BY milestones_submitted WHERE m.status = 'disputed'
         UNION ALL SELECT id, id FROM contracts INDEXED BY contracts_retention_disputed WHERE retention_status = 'disputed') s
   CROSS JOIN contracts c ON c.id = s.contractId
   WHERE :company IS NULL OR :company NOT IN (c.client_company_id, c.provider_company_id) ORDER BY s.subjectId LIMIT :limit`,
)

const toApprove = {
  reversals: sql(
    { params: { user: users.id, limit: integer }, row: columns(bankTransfers, 'id', 'payerName') },
    `SELECT t.id, t.payer_name AS payerName FROM transfer_reversals r JOIN bank_transfers t ON t.id = r.transfer_id
     WHERE r.status = 'proposed' AND r.proposed_by <> :user ORDER BY r.id LIMIT :limit`,
  ),
  runs: sql(
    { params: { user: users.id, limit: integer }, row: { ...columns(payoutRuns, 'id', 'number', 'status') } },
    `SELECT id, number, status FROM payout_runs
     WHERE (status = 'prepared' AND prepared_by <> :user) OR (status = 'approved' AND file_taken_at IS NULL) ORDER BY number LIMIT :limit`,
  ),
  imports: sql(
    { params: { limit: integer }, row: columns(statementImports, 'id', 'fileName') },
    `SELECT id, file_name AS fileName FROM statement_imports WHERE status = 'ready' ORDER BY id LIMIT :limit`,
  ),
}

const unmatched = sql(
  { row: { count: integer, payers: list({ name: bankTransfers.payerName }) } },
  `WITH open AS MATERIALIZED (SELECT a.owner_id AS id FROM ledger_accounts a CROSS JOIN ledger_balances b ON b.account_id = a.id
     WHERE a.kind = 'suspense' AND b.balance_cents < 0)
   SELECT (SELECT count(*) FROM open) AS count,
     (SELECT json_group_array(json_object('name', payer_name)) FROM
       (SELECT t.payer_name FROM open CROSS JOIN bank_transfers t ON t.id = open.id ORDER BY t.id LIMIT 5)) AS payers`,
)

const unexplained = sql(
  { row: { count: integer } },
  `SELECT count(*) AS count FROM statement_rows INDEXED BY statement_rows_unexplained
   WHERE outcome = 'unexplained' AND settled_as IS NULL AND booked_at IS NOT NULL`,
)

/** What waits for the platform's staff, what concerns other people's money first; empty for everybody else. */
export function listWaitingForStaff(ctx: UserContext): StaffWaiting[] {
  if (!isAdmin(ctx.actor.role)) return []
  const { db, actor, company } = ctx
  const mine = { user: actor.id, limit: most }
  const one = (kind: StaffWaiting['kind'], title: string, to: string, count = 1) => ({ kind, title, to, count })
  const { count: payments, payers } = unmatched.one(db)
  const { count: rows } = unexplained.one(db)
  const last = lastReconciliation(db)
  const quotes = countWaitingQuotes(ctx).count
  return [
    ...(lastLedgerCheck(db)?.sound === false ? [one('ledger', '', '/escrow/transfers')] : []),
    ...disputed
      .all(db, { company: company?.id ?? null, limit: most })
      .map(({ number, title, subjectId }) => one('dispute', `${number} · ${title}`, `/disputes/${subjectId}`)),
    ...(payments > 0
      ? [one('suspense', [...new Set(payers.map(({ name }) => name))].join(', '), '/escrow/suspense', payments)]
      : []),
    ...toApprove.reversals
      .all(db, mine)
      .map(({ id, payerName }) => one('reversal', payerName, `/escrow/transfers/${id}`)),
    ...toApprove.runs
      .all(db, mine)
      .map(({ id, number, status }) =>
        one(status === 'prepared' ? 'approveRun' : 'takeFile', `#${number}`, `/escrow/payouts/${id}`),
      ),
    ...toApprove.imports
      .all(db, { limit: most })
      .map(({ id, fileName }) => one('confirmImport', fileName, `/escrow/bank-statements/${id}`)),
    ...(rows > 0 ? [one('unexplained', '', '/escrow/bank-statements', rows)] : []),
    ...(quotes > 0 ? [one('quote', '', '/quote-requests', quotes)] : []),
    ...(last && (last.verdict === 'explained' || last.verdict === 'unexplained')
      ? [one('reconcile', last.day, `/escrow/reconciliation?day=${last.day}`)]
      : []),
  ]
}
