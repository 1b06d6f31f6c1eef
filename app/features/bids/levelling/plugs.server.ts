import type { Database, Transaction } from '#db/client.server.ts'
import { columns, required } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { bidPlugs, bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Plug } from './levelling.ts'

const standing = sql(
  {
    params: { project: projects.id },
    row: {
      ...columns(bidPlugs, 'bidId', 'projectLineId', 'reason', 'setAt'),
      netCents: required(bidPlugs.netCents),
      setByName: users.name,
    },
  },
  `SELECT g.bid_id AS bidId, g.project_line_id AS projectLineId, g.net_cents AS netCents, g.reason, g.set_at AS setAt,
          u.name AS setByName
   FROM bids b JOIN bid_plugs g ON g.bid_id = b.id JOIN users u ON u.id = g.set_by
   WHERE b.project_id = :project AND g.net_cents IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM bid_plugs n WHERE n.bid_id = g.bid_id AND n.project_line_id = g.project_line_id AND n.id > g.id)
   ORDER BY g.id`,
)

/** The plugs that count for the bids on a project. Checks no right: the caller has. */
export function listPlugs(db: Database | Transaction, projectId: string): Plug[] {
  return standing.all(db, { project: projectId })
}

const history = sql(
  {
    params: { bid: bids.id, line: bidPlugs.projectLineId, company: companies.id },
    row: { ...columns(bidPlugs, 'id', 'netCents', 'reason', 'setAt'), setByName: users.name },
  },
  `SELECT g.id, g.net_cents AS netCents, g.reason, g.set_at AS setAt, u.name AS setByName
   FROM bid_plugs g JOIN users u ON u.id = g.set_by JOIN bids b ON b.id = g.bid_id JOIN projects p ON p.id = b.project_id
   WHERE g.bid_id = :bid AND g.project_line_id = :line AND p.company_id = :company ORDER BY g.id DESC LIMIT 100`,
)

/** What a company has reckoned for one line of a bid on its project, newest first; null amounts took earlier ones back. */
export function listPlugHistory(
  db: Database,
  place: { bid: string; line: string; company: string },
): RowOf<typeof history>[] {
  return history.all(db, place)
}
