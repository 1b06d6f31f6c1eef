import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'

const moved = sql(
  {
    params: { contract: contracts.id },
    row: { milestoneId: milestones.id, ...columns(changeOrders, 'number', 'extensionDays') },
  },
  `SELECT m.id AS milestoneId, o.number, o.extension_days AS extensionDays
   FROM contract_milestones m CROSS JOIN milestone_extensions x ON x.milestone_id = m.id
   CROSS JOIN change_orders o ON o.id = x.change_order_id WHERE m.contract_id = :contract ORDER BY o.number`,
)

/** An agreed change order (CO-1) and the calendar days by which it moved a due date. */
export type Extension = { change: string; days: number }

/** A due date as signed and with the extensions agreed since (YYYY-MM-DD), and what moved it; null without one. */
export type DueDate = { dueDate: string | null; extendedDueDate: string | null; extensions: Extension[] }

/** What has moved the due dates of a contract's milestones (CON-28), by milestone. Checks no right: the caller has. */
export function extensionsByMilestone(db: Database | Transaction, contractId: string): (id: string) => Extension[] {
  const rows = moved.all(db, { contract: contractId })
  return (id) => rows.filter(({ milestoneId }) => milestoneId === id).map(extensionOf)
}

const extensionOf = ({ number, extensionDays }: Pick<RowOf<typeof moved>, 'number' | 'extensionDays'>): Extension => ({
  change: changeOrderName(number),
  days: extensionDays,
})

const wholeWork = sql(
  { params: { contract: contracts.id }, row: columns(changeOrders, 'number', 'extensionDays') },
  `SELECT number, extension_days AS extensionDays FROM change_orders
   WHERE contract_id = :contract AND status = 'accepted' AND extension_days > 0 AND extension_milestone_id IS NULL ORDER BY number`,
)

/** What has moved the day of handover of a contract. Checks no right: the caller has. */
export const handoverExtensions = (db: Database | Transaction, contractId: string): Extension[] =>
  wholeWork.all(db, { contract: contractId }).map(extensionOf)
