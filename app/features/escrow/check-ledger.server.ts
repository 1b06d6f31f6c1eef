import { sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, list, required, text } from '#db/fields.server.ts'
import { readAtOnce, readInSlices, type Slices } from '#db/in-slices.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '#db/schema/escrow.ts'
import { payouts } from '#db/schema/payouts.ts'
import { bankTransfers, statementRows } from '#db/schema/statements.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import { sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { debitAccountKinds, type LedgerAccountKind } from '#db/vocabulary/escrow.ts'
import { contractPosition, isConsistent, type LedgerPosting } from './ledger.ts'

export type LedgerCheck = {
  sound: boolean
  postings: number
  contracts: number
  /** Violations, as `what: which one`; empty if the ledger is sound. */
  findings: LedgerFinding[]
  /** What each kind of account holds, in cents, below zero for liabilities: the bank is the sum of all others. */
  totals: LedgerTotal[]
}

export type LedgerTotal = { kind: LedgerAccountKind; currency: Currency; cents: number }

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
    | 'certificatesDiffer'
    | 'bankDiffers'
    | 'transitDiffers'
  /** The account, posting, contract or currency. */
  which: string
}

/** Rows of one slice. A slice of any table takes a few milliseconds, also with a million rows in it. */
const sliceSize = 200
/** Findings of each kind that are kept. */
const maxFindings = 20

const slice = { params: { after: text, limit: integer } }
const postingSlice = sql(
  { ...slice, row: { ...columns(ledgerPostings, 'id'), entries: integer, cents: integer } },
  `SELECT p.id, count(e.id) AS entries, coalesce(sum(e.amount_cents), 0) AS cents
   FROM (SELECT id FROM ledger_postings WHERE id > :after ORDER BY id LIMIT :limit) p
   LEFT JOIN ledger_entries e ON e.posting_id = p.id GROUP BY p.id ORDER BY p.id`,
)
/** Entries by account, with the balance of the account. */
const entrySlice = sql(
  {
    params: { account: text, after: text, limit: integer },
    row: {
      ...columns(ledgerEntries, 'id', 'accountId', 'amountCents'),
      ...columns(ledgerAccounts, 'currency'),
      balanceCents: integer,
      hasPosting: boolean,
    },
  },
  `SELECT e.id, e.account_id AS accountId, e.amount_cents AS amountCents, a.currency,
          coalesce(b.balance_cents, 0) AS balanceCents,
          EXISTS (SELECT 1 FROM ledger_postings p WHERE p.id = e.posting_id) AS hasPosting
   FROM ledger_entries e INDEXED BY ledger_entries_account CROSS JOIN ledger_accounts a ON a.id = e.account_id
   LEFT JOIN ledger_balances b ON b.account_id = a.id
   WHERE (e.account_id, e.id) > (:account, :after) ORDER BY e.account_id, e.id LIMIT :limit`,
)
const accountSlice = sql(
  {
    ...slice,
    row: { ...columns(ledgerAccounts, 'id', 'kind', 'currency'), balanceCents: integer, hasEntries: boolean },
  },
  `SELECT a.id, a.kind, a.currency, coalesce(b.balance_cents, 0) AS balanceCents,
          EXISTS (SELECT 1 FROM ledger_entries e WHERE e.account_id = a.id) AS hasEntries
   FROM ledger_accounts a LEFT JOIN ledger_balances b ON b.account_id = a.id
   WHERE a.id > :after ORDER BY a.id LIMIT :limit`,
)
/** What the bank statement says, as it was recorded and not reversed: independent of the ledger. */
const bankSlice = sql(
  { ...slice, row: { ...columns(bankTransfers, 'id', 'currency'), amountCents: integer } },
  `SELECT t.id, t.currency, CASE WHEN r.id IS NULL THEN t.amount_cents ELSE 0 END AS amountCents FROM bank_transfers t
   LEFT JOIN transfer_reversals r ON r.transfer_id = t.id AND r.status = 'confirmed'
   WHERE t.id > :after ORDER BY t.id LIMIT :limit`,
)
/** Payments to companies as they were recorded: what the statement shows of them, and what is ordered and not shown yet. */
const payoutSlice = sql(
  { ...slice, row: { ...columns(payouts, 'id', 'currency'), statementCents: integer, orderedCents: integer } },
  `SELECT id, currency, iif(returned_as IS NULL, 0, amount_cents) - iif(booked_as IS NULL, 0, amount_cents) AS statementCents,
          iif(status = 'ordered', amount_cents, 0) AS orderedCents
   FROM payouts WHERE id > :after ORDER BY id LIMIT :limit`,
)
/** Rows of the statement that are neither transfers nor payouts: charges, interest, and what went out unexplained or as the platform's fee. */
const rowSlice = sql(
  { ...slice, row: { ...columns(statementRows, 'id', 'currency', 'amountCents') } },
  `SELECT id, currency, iif(booked_at IS NOT NULL AND outcome IN ('charge', 'interest', 'unexplained') AND settled_as IS NOT 'payout', amount_cents, 0) AS amountCents
   FROM statement_rows WHERE id > :after ORDER BY id LIMIT :limit`,
)
/** What the milestones' states and the retention's state imply, beside the balances: independent records of the same money. */
const contractSlice = sql(
  {
    ...slice,
    row: {
      ...columns(contracts, 'id', 'paymentMethod', 'status', 'retentionStatus'),
      impliedCents: integer,
      heldCents: integer,
      retentionCents: integer,
    },
  },
  `SELECT c.id, c.payment_method AS paymentMethod, c.status, c.retention_status AS retentionStatus,
          (SELECT coalesce(sum(m.amount_cents - m.certified_net_cents - m.certified_vat_cents - m.refunded_net_cents - m.refunded_vat_cents), 0) FROM contract_milestones m WHERE m.contract_id = c.id AND m.status IN
             ('funded','submitted','changes_requested','approved','refund_requested','disputed')) AS impliedCents,
          -coalesce(held.balance_cents, 0) AS heldCents, -coalesce(retained.balance_cents, 0) AS retentionCents
   FROM contracts c
   LEFT JOIN ledger_accounts h ON h.kind = 'escrow_held' AND h.owner_id = c.id AND h.currency = c.currency
   LEFT JOIN ledger_balances held ON held.account_id = h.id
   LEFT JOIN ledger_accounts r ON r.kind = 'retention_held' AND r.owner_id = c.id AND r.currency = c.currency
   LEFT JOIN ledger_balances retained ON retained.account_id = r.id
   WHERE c.id > :after ORDER BY c.id LIMIT :limit`,
)

/** Payment certificates whose posting did not move what they certify, or whose milestone does not count them. */
const certificateSlice = sql(
  { ...slice, row: { ...columns(paymentCertificates, 'id'), isSound: boolean } },
  `SELECT t.id, t.gross_cents = t.net_cents + t.vat_cents
     AND t.gross_cents IS (SELECT sum(e.amount_cents) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE e.posting_id = t.posting_id AND a.kind = 'escrow_held')
     AND t.retained_cents = (SELECT coalesce(-sum(e.amount_cents), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE e.posting_id = t.posting_id AND a.kind = 'retention_held')
     AND (m.certified_net_cents, m.certified_vat_cents) = (
       SELECT sum(o.net_cents), sum(o.vat_cents) FROM payment_certificates o WHERE o.milestone_id = t.milestone_id) AS isSound
   FROM payment_certificates t JOIN contract_milestones m ON m.id = t.milestone_id WHERE t.id > :after ORDER BY t.id LIMIT :limit`,
)

/** The slices of a table, in the order of their ids. */
function* slicesOf<Row extends { id: string }>(read: (after: string) => Row[]): Generator<Row[]> {
  let after = ''
  for (;;) {
    const rows = read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/**
 * Verifies the ledger, and yields after every slice: every posting and the whole ledger sum to zero, running balances are the sums
 * of their entries, no held balance is negative, each payment certificate released what it certifies (VAL-3), for each contract held = funded − released − refunded, and the bank holds what the
 * rows of its statement add up to, which is the sum of all liabilities with suspense (ESC-11) and with payments that are ordered and not booked (ESC-18). The slices must read one snapshot of
 * the database.
 */
function* ledgerSteps(db: Database): Slices<LedgerCheck> {
  const findings: LedgerFinding[] = []
  const counts = new Map<LedgerFinding['what'], number>()
  const find = (what: LedgerFinding['what'], which: string) => {
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    if (count <= maxFindings) findings.push({ what, which })
  }
  const slices = <Row extends { id: string }>(query: { all: (db: Database, place: Place) => Row[] }) =>
    slicesOf((after) => query.all(db, { after, limit: sliceSize }))

  let postings = 0
  for (const rows of slices(postingSlice)) {
    postings += rows.length
    for (const { id, entries, cents } of rows) if (entries < 2 || cents !== 0) find('postingUnbalanced', id)
    yield
  }

  const totals = new Map<string, number>()
  let account = { id: '', cents: 0, balanceCents: 0 }
  const closeAccount = () => {
    if (account.cents !== account.balanceCents) find('balanceDiffers', account.id)
  }
  const entriesAfter = (after: string) => entrySlice.all(db, { account: account.id, after, limit: sliceSize })
  for (const rows of slicesOf(entriesAfter)) {
    for (const { id, accountId, amountCents, currency, balanceCents, hasPosting } of rows) {
      if (accountId !== account.id) {
        closeAccount()
        account = { id: accountId, cents: 0, balanceCents }
      }
      account.cents += amountCents
      totals.set(currency, (totals.get(currency) ?? 0) + amountCents)
      if (!hasPosting) find('entryWithoutPosting', id)
    }
    yield
  }
  closeAccount()

  const byKind = new Map<string, LedgerTotal>()
  for (const rows of slices(accountSlice)) {
    for (const { id, kind, currency, balanceCents, hasEntries } of rows) {
      const total = byKind.get(`${kind} ${currency}`) ?? { kind, currency, cents: 0 }
      byKind.set(`${kind} ${currency}`, { ...total, cents: total.cents + balanceCents })
      if (!hasEntries && balanceCents !== 0) find('balanceDiffers', id)
      if (balanceCents > 0 && !(debitAccountKinds as readonly string[]).includes(kind)) find('heldBelowZero', id)
    }
    yield
  }
  for (const [currency, cents] of totals) if (cents !== 0) find('sumNotZero', currency)

  const statement = new Map<Currency, number>()
  for (const rows of slices(bankSlice)) {
    for (const { currency, amountCents } of rows) {
      statement.set(currency, (statement.get(currency) ?? 0) + amountCents)
    }
    yield
  }
  for (const rows of slices(rowSlice)) {
    for (const { currency, amountCents } of rows) {
      statement.set(currency, (statement.get(currency) ?? 0) + amountCents)
    }
    yield
  }
  const ordered = new Map<Currency, number>()
  for (const rows of slices(payoutSlice)) {
    for (const { currency, statementCents, orderedCents } of rows) {
      statement.set(currency, (statement.get(currency) ?? 0) + statementCents)
      ordered.set(currency, (ordered.get(currency) ?? 0) + orderedCents)
    }
    yield
  }
  const kinds = [...byKind.values()]
  for (const currency of new Set([...ordered.keys(), ...kinds.map((total) => total.currency)])) {
    const inTransit = byKind.get(`payout_transit ${currency}`)?.cents ?? 0
    if (inTransit + (ordered.get(currency) ?? 0) !== 0) find('transitDiffers', currency)
  }
  for (const currency of new Set([...statement.keys(), ...kinds.map((total) => total.currency)])) {
    const sumOf = (isBank: boolean) =>
      sumCents(
        kinds.filter((one) => one.currency === currency && (one.kind === 'bank') === isBank).map(({ cents }) => cents),
      )
    const bankCents = sumOf(true)
    if (bankCents !== (statement.get(currency) ?? 0) || bankCents + sumOf(false) !== 0) find('bankDiffers', currency)
  }

  for (const rows of slices(certificateSlice)) {
    for (const { id, isSound } of rows) if (!isSound) find('certificatesDiffer', id)
    yield
  }

  let withPostings = 0
  for (const rows of slices(contractSlice)) {
    for (const { id, paymentMethod, status, retentionStatus, impliedCents, heldCents, retentionCents } of rows) {
      if (paymentMethod === 'secure_escrow' && impliedCents !== heldCents) find('milestonesDiffer', id)
      // Once a contract has ended, the state of its retention says whether anything is held.
      const isHeld = retentionStatus === 'held' || retentionStatus === 'disputed'
      if (status !== 'active' && isHeld !== (retentionCents !== 0)) find('retentionDiffers', id)
    }
    const byContract = postingsByContract(
      db,
      rows.map(({ id }) => id),
    )
    withPostings += byContract.size
    for (const [id, of] of byContract) if (!isConsistent(contractPosition(of))) find('positionUnsound', id)
    yield
  }
  return { sound: findings.length === 0, postings, contracts: withPostings, findings, totals: kinds }
}

type Place = { after: string; limit: number }

/** Verifies the ledger at once, which takes 12 µs for each posting. In a running server, use `checkLedgerInSlices`. */
export const checkLedger = (db: Database): LedgerCheck => readAtOnce(db, ledgerSteps)

/**
 * Verifies the ledger as it is now, while others are served between its slices and may change it: all slices read one snapshot.
 * Returns null if the database was closed meanwhile.
 */
export const checkLedgerInSlices = (db: Database): Promise<LedgerCheck | null> => readInSlices(db, ledgerSteps)

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

/** Postings by contract, summed by kind and account, as `contractPosition` needs them. */
export function postingsByContract(
  db: Database | Transaction,
  contractIds: readonly string[],
): Map<string, LedgerPosting[]> {
  const rows = sumsOf.all(db, { ids: contractIds })
  const byContract = new Map<string, LedgerPosting[]>()
  for (const { contractId, kind, account, ownerId, amountCents } of rows) {
    const postings = byContract.get(contractId) ?? []
    postings.push({ kind, entries: [{ kind: account, ownerId, amountCents }] })
    byContract.set(contractId, postings)
  }
  return byContract
}
