import type { Database } from '#db/client.server.ts'
import { columns, integer, list, required } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { contractPosition, isConsistent, type LedgerPosting } from './ledger.ts'

export type LedgerCheck = {
  sound: boolean
  postings: number
  contracts: number
  /** Violations, as `what: which one`; empty if the ledger is sound. */
  findings: LedgerFinding[]
}

export type LedgerFinding = {
  what:
    | 'sumNotZero'
    | 'postingUnbalanced'
    | 'entryWithoutPosting'
    | 'balanceDiffers'
    | 'heldBelowZero'
    | 'positionUnsound'
    | 'milestonesDiffer'
    | 'retentionDiffers'
  /** The account, posting, contract or currency. */
  which: string
}

/** Each query finds rows that must not exist. */
const ledgerChecks = [
  {
    what: 'sumNotZero',
    query: sql(
      { row: { which: ledgerAccounts.currency } },
      `SELECT a.currency AS which FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
            GROUP BY a.currency HAVING sum(e.amount_cents) <> 0 LIMIT 20`,
    ),
  },
  {
    what: 'postingUnbalanced',
    query: sql(
      { row: { which: ledgerPostings.id } },
      `SELECT p.id AS which FROM ledger_postings p LEFT JOIN ledger_entries e ON e.posting_id = p.id
            GROUP BY p.id HAVING count(e.id) < 2 OR sum(e.amount_cents) <> 0 LIMIT 20`,
    ),
  },
  {
    what: 'entryWithoutPosting',
    query: sql(
      { row: { which: ledgerEntries.id } },
      `SELECT e.id AS which FROM ledger_entries e LEFT JOIN ledger_postings p ON p.id = e.posting_id WHERE p.id IS NULL LIMIT 20`,
    ),
  },
  {
    what: 'balanceDiffers',
    query: sql(
      { row: { which: ledgerAccounts.id } },
      `SELECT a.id AS which FROM ledger_accounts a
            LEFT JOIN ledger_balances b ON b.account_id = a.id
            LEFT JOIN (SELECT account_id, sum(amount_cents) AS total FROM ledger_entries GROUP BY account_id) e ON e.account_id = a.id
            WHERE coalesce(b.balance_cents, 0) <> coalesce(e.total, 0) LIMIT 20`,
    ),
  },
  {
    what: 'heldBelowZero',
    query: sql(
      { row: { which: ledgerAccounts.id } },
      `SELECT a.id AS which FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
            WHERE a.kind <> 'bank' AND b.balance_cents > 0 LIMIT 20`,
    ),
  },
  {
    // Compares what the milestones' states imply with the account balance, two independent records.
    what: 'milestonesDiffer',
    query: sql(
      { row: { which: contracts.id } },
      `SELECT c.id AS which FROM contracts c
            LEFT JOIN (SELECT contract_id, sum(amount_cents) AS total FROM contract_milestones
                       WHERE status IN ('funded','submitted','changes_requested','approved','refund_requested','disputed')
                       GROUP BY contract_id) m ON m.contract_id = c.id
            LEFT JOIN ledger_accounts a ON a.kind = 'escrow_held' AND a.owner_id = c.id AND a.currency = c.currency
            LEFT JOIN ledger_balances b ON b.account_id = a.id
            WHERE c.payment_method = 'secure_escrow' AND coalesce(m.total, 0) <> -coalesce(b.balance_cents, 0) LIMIT 20`,
    ),
  },
  {
    // Once a contract has ended, the state of its retention says whether anything is held.
    what: 'retentionDiffers',
    query: sql(
      { row: { which: contracts.id } },
      `SELECT c.id AS which FROM contracts c
            LEFT JOIN ledger_accounts a ON a.kind = 'retention_held' AND a.owner_id = c.id AND a.currency = c.currency
            LEFT JOIN ledger_balances b ON b.account_id = a.id
            WHERE c.status <> 'active'
              AND (coalesce(c.retention_status, '') IN ('held', 'disputed')) <> (coalesce(b.balance_cents, 0) <> 0) LIMIT 20`,
    ),
  },
] as const

/**
 * Verifies the ledger: every posting and the whole ledger sum to zero, running balances are the sums of their entries, no held
 * balance is negative, and for each contract held = funded − released − refunded. Reads the whole ledger: for the nightly job
 * and the admin page.
 */
export function checkLedger(db: Database): LedgerCheck {
  // One snapshot, unaffected by concurrent writes of other processes.
  return db.transaction(() => runChecks(db), { behavior: 'deferred' })
}

const postingCount = sql({ row: { count: integer } }, 'SELECT count(*) AS count FROM ledger_postings')

function runChecks(db: Database): LedgerCheck {
  const findings: LedgerFinding[] = ledgerChecks.flatMap(({ what, query }) =>
    query.all(db).map(({ which }) => ({ what, which })),
  )
  const byContract = postingsByContract(db)
  for (const [contractId, postings] of byContract) {
    if (!isConsistent(contractPosition(postings))) findings.push({ what: 'positionUnsound', which: contractId })
  }
  const postings = postingCount.one(db).count
  return { sound: findings.length === 0, postings, contracts: byContract.size, findings }
}

const sum = {
  contractId: required(ledgerPostings.contractId),
  ...columns(ledgerPostings, 'kind'),
  account: ledgerAccounts.kind,
  ownerId: ledgerAccounts.ownerId,
  amountCents: integer,
}
const sums = `SELECT p.contract_id AS contractId, p.kind, a.kind AS account, a.owner_id AS ownerId, sum(e.amount_cents) AS amountCents
  FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id`

const sumsOf = sql(
  { params: { ids: list(contracts.id) }, row: sum },
  `${sums} WHERE p.contract_id IN (SELECT value FROM json_each(:ids)) GROUP BY p.contract_id, p.kind, a.kind, a.owner_id`,
)

const allSums = sql(
  { row: sum },
  `${sums} WHERE p.contract_id IS NOT NULL GROUP BY p.contract_id, p.kind, a.kind, a.owner_id`,
)

/** Postings by contract, summed by kind and account, as `contractPosition` needs them. */
export function postingsByContract(db: Database, contractIds?: readonly string[]): Map<string, LedgerPosting[]> {
  const rows = contractIds ? sumsOf.all(db, { ids: contractIds }) : allSums.all(db)
  const byContract = new Map<string, LedgerPosting[]>()
  for (const { contractId, kind, account, ownerId, amountCents } of rows) {
    const postings = byContract.get(contractId) ?? []
    postings.push({ kind, entries: [{ kind: account, ownerId, amountCents }] })
    byContract.set(contractId, postings)
  }
  return byContract
}
