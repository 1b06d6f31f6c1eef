import type { Database } from '#db/client.server.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import type { LedgerAccountKind, LedgerPostingKind } from '#db/vocabulary/escrow.ts'
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
  /** The account, posting, contract or currency. */
  which: string
}

/** Each query finds rows that must not exist. */
const ledgerChecks: readonly { what: LedgerFinding['what']; query: string }[] = [
  {
    what: 'sumNotZero',
    query: `SELECT a.currency AS which FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
            GROUP BY a.currency HAVING sum(e.amount_cents) <> 0`,
  },
  {
    what: 'postingUnbalanced',
    query: `SELECT p.id AS which FROM ledger_postings p LEFT JOIN ledger_entries e ON e.posting_id = p.id
            GROUP BY p.id HAVING count(e.id) < 2 OR sum(e.amount_cents) <> 0`,
  },
  {
    what: 'entryWithoutPosting',
    query: `SELECT e.id AS which FROM ledger_entries e LEFT JOIN ledger_postings p ON p.id = e.posting_id WHERE p.id IS NULL`,
  },
  {
    what: 'balanceDiffers',
    query: `SELECT a.id AS which FROM ledger_accounts a
            LEFT JOIN ledger_balances b ON b.account_id = a.id
            LEFT JOIN (SELECT account_id, sum(amount_cents) AS total FROM ledger_entries GROUP BY account_id) e ON e.account_id = a.id
            WHERE coalesce(b.balance_cents, 0) <> coalesce(e.total, 0)`,
  },
  {
    what: 'heldBelowZero',
    query: `SELECT a.id AS which FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
            WHERE a.kind <> 'bank' AND b.balance_cents > 0`,
  },
  {
    // Compares what the milestones' states imply with the account balance, two independent records.
    what: 'milestonesDiffer',
    query: `SELECT c.id AS which FROM contracts c
            LEFT JOIN (SELECT contract_id, sum(amount_cents) AS total FROM contract_milestones
                       WHERE status IN ('funded','submitted','changes_requested','approved','refund_requested','disputed')
                       GROUP BY contract_id) m ON m.contract_id = c.id
            LEFT JOIN ledger_accounts a ON a.kind = 'escrow_held' AND a.owner_id = c.id AND a.currency = c.currency
            LEFT JOIN ledger_balances b ON b.account_id = a.id
            WHERE c.payment_method = 'secure_escrow' AND coalesce(m.total, 0) <> -coalesce(b.balance_cents, 0)`,
  },
]

/**
 * Verifies the ledger: every posting and the whole ledger sum to zero, running balances are the sums of their entries, no held
 * balance is negative, and for each contract held = funded − released − refunded. Reads the whole ledger: for the nightly job
 * and the admin page.
 */
export function checkLedger(db: Database): LedgerCheck {
  // One snapshot, unaffected by concurrent writes of other processes.
  return db.transaction(() => runChecks(db), { behavior: 'deferred' })
}

function runChecks(db: Database): LedgerCheck {
  const findings = ledgerChecks.flatMap(({ what, query }) =>
    allRows<{ which: string }>(db, `${query} LIMIT 20`, {}).map(({ which }) => ({ what, which })),
  )
  const byContract = postingsByContract(db)
  for (const [contractId, postings] of byContract) {
    if (!isConsistent(contractPosition(postings))) findings.push({ what: 'positionUnsound', which: contractId })
  }
  const postings = firstRow<{ count: number }>(db, 'SELECT count(*) AS count FROM ledger_postings', {})?.count ?? 0
  return { sound: findings.length === 0, postings, contracts: byContract.size, findings }
}

type SumRow = {
  contractId: string
  kind: LedgerPostingKind
  account: LedgerAccountKind
  ownerId: string
  amountCents: number
}

const sums = `SELECT p.contract_id AS contractId, p.kind, a.kind AS account, a.owner_id AS ownerId, sum(e.amount_cents) AS amountCents
  FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id`

/** Postings by contract, summed by kind and account, as `contractPosition` needs them. */
export function postingsByContract(db: Database, contractIds?: readonly string[]): Map<string, LedgerPosting[]> {
  const rows = contractIds
    ? allRows<SumRow>(
        db,
        `${sums} WHERE p.contract_id IN (SELECT value FROM json_each(@ids)) GROUP BY p.contract_id, p.kind, a.kind, a.owner_id`,
        { ids: JSON.stringify(contractIds) },
      )
    : allRows<SumRow>(
        db,
        `${sums} WHERE p.contract_id IS NOT NULL GROUP BY p.contract_id, p.kind, a.kind, a.owner_id`,
        {},
      )
  const byContract = new Map<string, LedgerPosting[]>()
  for (const { contractId, kind, account, ownerId, amountCents } of rows) {
    const postings = byContract.get(contractId) ?? []
    postings.push({ kind, entries: [{ kind: account, ownerId, amountCents }] })
    byContract.set(contractId, postings)
  }
  return byContract
}
