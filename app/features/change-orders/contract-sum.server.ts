import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, nullable, oneOf } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { contractStatuses } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { type Amounts, amountsOf } from './change-order-totals.ts'

const signed = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(contracts, 'currency', 'netCents', 'vatCents', 'grossCents'),
      status: oneOf(contractStatuses, contracts.status),
      ...{
        netToDate: integer,
        vatToDate: integer,
        lastDue: nullable(milestones.dueDate),
        extendedDue: nullable(milestones.dueDate),
      },
    },
  },
  `SELECT c.currency, c.net_cents AS netCents, c.vat_cents AS vatCents, c.gross_cents AS grossCents, c.status,
     sum(m.net_cents) AS netToDate, sum(m.vat_cents) AS vatToDate,
     max(m.due_date) FILTER (WHERE m.change_order_id IS NULL) AS lastDue,
     max(coalesce(m.extended_due_date, m.due_date)) FILTER (WHERE m.change_order_id IS NULL) AS extendedDue
   FROM contracts c JOIN contract_milestones m ON m.contract_id = c.id WHERE c.id = :id GROUP BY c.id`,
)

const changes = sql(
  {
    params: { id: contracts.id },
    row: {
      status: oneOf(['accepted', 'proposed'] as const, changeOrders.status),
      ...{ count: integer, netCents: integer, vatCents: integer, grossCents: integer, extensionDays: integer },
    },
  },
  `SELECT status, count(*) AS count, sum(net_cents) AS netCents, sum(vat_cents) AS vatCents, sum(gross_cents) AS grossCents,
          sum(extension_days) AS extensionDays
   FROM change_orders WHERE contract_id = :id AND status IN ('accepted', 'proposed') GROUP BY status`,
)

type Changes = Amounts & { count: number; extensionDays: number }

export type ContractSum = {
  currency: Currency
  original: Amounts
  agreed: Changes
  /** The sum of the milestones: what was signed and what was agreed since, what the contract is worth, and the most that can be invoiced for it. */
  toDate: Amounts
  /** What waits for an answer, and is no part of the sum to date; nothing once the contract has ended. */
  pending: Changes
  /** The last due date of the signed milestones (YYYY-MM-DD), and with the agreed extensions of those that they moved; null where none is due on a day. */
  completion: { original: string; toDate: string; days: number } | null
}

/** The sum to date of a contract and when its work is due (CON-7). Checks no right: the caller has. */
export function contractSumOf(db: Database | Transaction, contractId: string): ContractSum | null {
  const contract = signed.first(db, { id: contractId })
  if (!contract) return null
  const rows = changes.all(db, { id: contractId })
  const of = (status: 'accepted' | 'proposed'): Changes => {
    const { status: _status, ...found } = rows.find((row) => row.status === status) ?? { status, ...none }
    return found
  }
  const { currency, netCents, vatCents, grossCents, lastDue, extendedDue } = contract
  const original = { netCents, vatCents, grossCents }
  const toDate = amountsOf(contract.netToDate, contract.vatToDate)
  const { count, extensionDays } = of('accepted')
  // Not the sum of the change orders: a milestone's VAT is computed once, whatever each of them rounded to.
  const added = amountsOf(toDate.netCents - netCents, toDate.vatCents - vatCents)
  const agreed = { count, extensionDays, ...added }
  return {
    currency,
    original,
    agreed,
    toDate,
    pending: contract.status === 'active' ? of('proposed') : none,
    completion:
      lastDue === null || extendedDue === null
        ? null
        : {
            original: lastDue,
            toDate: extendedDue,
            days: (Date.parse(extendedDue) - Date.parse(lastDue)) / 86_400_000,
          },
  }
}

const none: Changes = { count: 0, netCents: 0, vatCents: 0, grossCents: 0, extensionDays: 0 }

const lapsing = sql(
  { params: { id: contracts.id }, row: { count: integer } },
  `SELECT count(*) AS count FROM change_orders WHERE contract_id = :id AND status = 'proposed'
     AND (SELECT count(*) FROM contract_milestones
          WHERE contract_id = :id AND status NOT IN ('released', 'refunded', 'resolved')) = 1`,
)

/** How many proposals lapse when the only milestone of a contract that is still open is closed (CON-17); 0 while there are more. Checks no right. */
export const countLapsingAtEnd = (db: Database | Transaction, contractId: string): number =>
  lapsing.one(db, { id: contractId }).count
