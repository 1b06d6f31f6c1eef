import type { Database } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { contractEvents, contracts } from '#db/schema/contracts.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'

const eventsOf = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(milestoneEvents, 'id', 'action', 'note', 'at'),
      title: milestones.title,
      actorName: nullable(users.name),
    },
  },
  `SELECT e.id, m.title, e.action, u.name AS actorName, e.note, e.at
   FROM contract_milestones m JOIN milestone_events e ON e.milestone_id = m.id LEFT JOIN users u ON u.id = e.actor_id
   WHERE m.contract_id = :id ORDER BY e.id DESC LIMIT 100`,
)
const endOf = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(contractEvents, 'id', 'action', 'at'),
      note: contractEvents.reason,
      actorName: nullable(users.name),
    },
  },
  `SELECT e.id, e.action, u.name AS actorName, e.reason AS note, e.at
   FROM contract_events e LEFT JOIN users u ON u.id = e.actor_id
   WHERE e.contract_id = :id AND e.action IN ('terminate', 'release_retention', 'dispute_retention', 'resolve_retention', 'settle_retention')
   ORDER BY e.id DESC`,
)

/** The steps with which a contract ended early, and what became of its retention; newest first. Checks no right: the caller has. */
export const listEndSteps = (db: Database, id: { id: string }) => endOf.all(db, id)

/** The steps of the milestones, and the contract's early end and what became of its retention, which have no title. */
export type EscrowEvent = {
  id: string
  title: string | null
  action: string
  actorName: string | null
  note: string | null
  at: number
}

/** The history of a contract's escrow, newest first. Checks no right: the caller has. */
export function listEvents(db: Database, id: { id: string }): EscrowEvent[] {
  const end = listEndSteps(db, id).map((event) => ({ ...event, title: null }))
  return [...eventsOf.all(db, id), ...end].sort((one, other) => (one.id < other.id ? 1 : -1))
}
