import type { Database } from '#db/client.server.ts'
import { columns, integer, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { paidOf, type ReleasedPart } from './contract-statement.ts'
import type { StatementContract } from './find-statement.server.ts'

const ofProvider = { company: companies.id, currency: ledgerAccounts.currency }
const entries = `FROM ledger_accounts a CROSS JOIN ledger_entries e ON e.account_id = a.id CROSS JOIN ledger_postings p ON p.id = e.posting_id
  WHERE a.kind = 'provider_payable' AND a.owner_id = :company AND a.currency = :currency`

/** What was released to the provider for a contract, with its place in the order of all that was released to it. */
const released = sql(
  { params: { ...ofProvider, contract: contracts.id }, row: { startCents: integer, cents: integer } },
  `SELECT startCents, cents FROM (
     SELECT p.contract_id AS contractId, -e.amount_cents AS cents, sum(-e.amount_cents) OVER (ORDER BY e.id) + e.amount_cents AS startCents
     ${entries} AND p.kind NOT IN ('payout', 'payout_return')) WHERE contractId = :contract`,
)

const paid = sql(
  {
    params: ofProvider,
    row: {
      ...columns(ledgerPostings, 'id', 'at'),
      kind: oneOf(['payout', 'payout_return'], ledgerPostings.kind),
      cents: ledgerEntries.amountCents,
      paidCents: integer,
    },
  },
  `SELECT p.id, p.at, p.kind, e.amount_cents AS cents, sum(e.amount_cents) OVER (ORDER BY e.id) AS paidCents
   ${entries} AND p.kind IN ('payout', 'payout_return') ORDER BY e.id`,
)

type Payment = {
  id: string
  at: number
  kind: 'payout' | 'payout_return'
  /** Of the contract's released money, below zero for what came back. */
  paidCents: number
}

/** The payments to the provider as far as they are of a contract's money: what was released first is paid first. */
function listPayments(db: Database, { id, providerCompanyId: company, currency }: StatementContract): Payment[] {
  const payments = paid.all(db, { company, currency })
  if (payments.length === 0) return []
  const parts: ReleasedPart[] = released.all(db, { company, currency, contract: id })
  return payments
    .map(({ cents, paidCents, ...payment }) => ({
      ...payment,
      paidCents: paidOf(parts, paidCents) - paidOf(parts, paidCents - cents),
    }))
    .filter(({ paidCents }) => paidCents !== 0)
}

/** Those of a period within a page. */
export const paymentsOf = (
  db: Database,
  contract: StatementContract,
  { start, end }: { start: number; end: number },
  { after, upTo }: { after: string; upTo: string | null },
) =>
  listPayments(db, contract)
    .filter(({ id, at }) => at >= start && at < end && id > after && (upTo === null || id <= upTo))
    .map((payment) => ({ ...payment, currency: contract.currency, milestone: null, entries: [] }))

/** What had been paid out before a page of a period. */
export const paidBefore = (
  db: Database,
  contract: StatementContract,
  { start, end }: { start: number; end: number },
  after: string,
): number =>
  listPayments(db, contract)
    .filter(({ id, at }) => at < start || (at < end && id <= after))
    .reduce((sum, { paidCents }) => sum + paidCents, 0)
