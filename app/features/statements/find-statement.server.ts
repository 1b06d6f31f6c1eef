import type { UserContext } from '#app/features/accounts/context.ts'
import { type Extension, extensionsByMilestone } from '#app/features/contracts/due-dates/extensions.server.ts'
import type { LedgerPosting } from '#app/features/escrow/ledger.ts'
import { readsDispute } from '#app/features/escrow/readable-file.server.ts'
import { findRole } from '#app/features/escrow/transition-milestone.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer, nullable, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { LedgerPostingKind } from '#db/vocabulary/escrow.ts'
import {
  addBalances,
  balanceOf,
  emptyBalance,
  movedCents,
  type StatementBalance,
  withBalances,
} from './contract-statement.ts'
import { paidBefore, paymentsOf } from './paid-out.server.ts'
import { momentsOf, type Period } from './period.ts'

/** Postings of one page, paged by their key. */
export const statementPage = 200

/** Postings of one PDF. */
export const statementFile = 5000

const statementContract = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(
        contracts,
        'id',
        'number',
        'title',
        'currency',
        'paymentMethod',
        'clientCompanyId',
        'providerCompanyId',
      ),
      clientName: companies.name,
      providerName: companies.name,
    },
  },
  `SELECT c.id, c.number, c.title, c.currency, c.payment_method AS paymentMethod, c.client_company_id AS clientCompanyId,
          c.provider_company_id AS providerCompanyId, a.name AS clientName, b.name AS providerName
   FROM contracts c JOIN companies a ON a.id = c.client_company_id JOIN companies b ON b.id = c.provider_company_id
   WHERE c.id = :id AND c.activated_at IS NOT NULL`,
)

export type StatementContract = RowOf<typeof statementContract>

/** Before the period, or in it up to the key; by milestone, kind and account. */
const sums = sql(
  {
    params: { contract: contracts.id, start: integer, end: integer, upTo: text },
    row: {
      milestoneId: ledgerPostings.milestoneId,
      ...columns(ledgerPostings, 'kind'),
      account: ledgerAccounts.kind,
      cents: integer,
    },
  },
  `SELECT p.milestone_id AS milestoneId, p.kind, a.kind AS account, sum(e.amount_cents) AS cents
   FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
   WHERE p.contract_id = :contract AND (p.at < :start OR (p.at < :end AND p.id <= :upTo)) GROUP BY p.milestone_id, p.kind, a.kind`,
)

const page = sql(
  {
    params: { contract: contracts.id, start: integer, end: integer, after: text, limit: integer },
    row: {
      ...columns(ledgerPostings, 'id', 'kind', 'at', 'currency'),
      title: nullable(milestones.title),
      position: nullable(milestones.position),
      account: ledgerAccounts.kind,
      cents: integer,
    },
  },
  `SELECT x.posting_id AS id, x.type AS kind, x.created_at AS at, x.currency, m.title, m.position, x.account,
          CASE x.account WHEN 'bank' THEN x.amount_cents ELSE -x.amount_cents END AS cents
   FROM (SELECT id FROM ledger_postings WHERE contract_id = :contract AND at >= :start AND at < :end AND id > :after
         ORDER BY id LIMIT :limit) p
   CROSS JOIN escrow_transactions x ON x.posting_id = p.id LEFT JOIN contract_milestones m ON m.id = x.milestone_id
   ORDER BY x.posting_id`,
)

const ofMilestones = sql(
  {
    params: { contract: contracts.id },
    row: columns(milestones, 'id', 'position', 'title', 'status', 'amountCents', 'dueDate', 'extendedDueDate'),
  },
  `SELECT id, position, title, status, amount_cents AS amountCents, due_date AS dueDate, extended_due_date AS extendedDueDate FROM contract_milestones
   WHERE contract_id = :contract ORDER BY position`,
)

export type StatementRow = {
  id: string
  kind: LedgerPostingKind
  at: number
  currency: Currency
  milestone: { position: number; title: string } | null
  amountCents: number
  balance: StatementBalance
}

export type MilestoneSummary = RowOf<typeof ofMilestones> & {
  extensions: Extension[]
  fundedCents: number
  balance: StatementBalance
}

export type ContractStatement = {
  contract: StatementContract
  period: Period
  /** Before the first row. */
  opening: StatementBalance
  rows: StatementRow[]
  /** After its last one. */
  closing: StatementBalance
  /** At the end of the period, by milestone, and the retention, which is released for the contract as a whole. */
  milestones: MilestoneSummary[]
  ofContract: StatementBalance
  /** The key after which the next page begins; null on the last one. */
  next: string | null
}

/** Null for everybody but the parties and, in a dispute, admins who belong to neither (ESC-10), and for a contract that is paid directly. */
export function findStatementContract(ctx: UserContext, contractId: string): StatementContract | null {
  const contract = statementContract.first(ctx.db, { id: contractId })
  const role = contract && findRole(ctx, contract)
  if (!contract || !role || contract.paymentMethod !== 'secure_escrow') return null
  return role === 'admin' && !readsDispute(ctx, contractId) ? null : contract
}

/** `limit` postings of the statement of a contract after a key, for whoever may read it; null for everybody else. */
export function findStatement(
  ctx: UserContext,
  contractId: string,
  period: Period,
  after = '',
  limit = statementPage,
): ContractStatement | null {
  const contract = findStatementContract(ctx, contractId)
  return contract && statementOf(ctx.db, contract, period, { after, limit })
}

function statementOf(
  db: Database,
  contract: StatementContract,
  period: Period,
  { after, limit }: { after: string; limit: number },
): ContractStatement {
  const moments = momentsOf(period)
  const of = { contract: contract.id, ...moments }
  const postings = groupPostings(page.all(db, { ...of, after, limit: limit + 1 }))
  const shown = postings.slice(0, limit)
  const next = postings.length > limit ? (shown.at(-1)?.id ?? null) : null
  const payments = paymentsOf(db, contract, moments, { after, upTo: next })
  const opening = addBalances(balanceOf(toPostings(sums.all(db, { ...of, upTo: after }))), {
    ...emptyBalance,
    paidOutCents: paidBefore(db, contract, moments, after),
  })
  const merged = [...shown.map((posting) => ({ ...posting, paidCents: 0 })), ...payments].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  const rows = withBalances(opening, merged, ({ paidCents }) => paidCents).map(
    ({ entries, paidCents, milestone, ...row }) => ({
      ...row,
      milestone,
      amountCents: paidCents === 0 ? movedCents({ kind: row.kind, entries }) : Math.abs(paidCents),
    }),
  )
  const atEnd = sums.all(db, { ...of, upTo: '\uffff' })
  const extensionsOf = extensionsByMilestone(db, contract.id)
  return {
    contract,
    period,
    opening,
    rows,
    closing: rows.at(-1)?.balance ?? opening,
    milestones: ofMilestones.all(db, { contract: contract.id }).map((milestone) => {
      const own = toPostings(atEnd.filter(({ milestoneId }) => milestoneId === milestone.id))
      const extensions = extensionsOf(milestone.id)
      return { ...milestone, extensions, fundedCents: fundedCentsOf(own), balance: balanceOf(own) }
    }),
    ofContract: balanceOf(toPostings(atEnd.filter(({ milestoneId }) => milestoneId === null))),
    next,
  }
}

const fundedCentsOf = (postings: readonly LedgerPosting[]) =>
  postings
    .filter(({ kind }) => kind === 'fund')
    .reduce(
      (sum, { entries }) =>
        sum + entries.reduce((all, { kind, amountCents }) => (kind === 'client_funds' ? all + amountCents : all), 0),
      0,
    )

const toPostings = (rows: readonly RowOf<typeof sums>[]): LedgerPosting[] =>
  rows.map(({ kind, account, cents }) => ({ kind, entries: [{ kind: account, ownerId: '', amountCents: cents }] }))

type Grouped = LedgerPosting & Omit<StatementRow, 'amountCents' | 'balance'>

function groupPostings(rows: readonly RowOf<typeof page>[]): Grouped[] {
  const postings: Grouped[] = []
  for (const { account, cents, title, position, ...row } of rows) {
    const milestone = title === null || position === null ? null : { position, title }
    if (postings.at(-1)?.id !== row.id) postings.push({ ...row, milestone, entries: [] })
    postings.at(-1)?.entries.push({ kind: account, ownerId: '', amountCents: cents })
  }
  return postings
}
