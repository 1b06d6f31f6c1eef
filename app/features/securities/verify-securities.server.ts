import type { Database } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { contractSecurities } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'

const countSecurities = sql(
  { params: {}, row: { count: integer } },
  'SELECT count(*) AS count FROM contract_securities',
)

/** Securities with another state than their last step leads to. */
const strays = sql(
  { params: {}, row: columns(contractSecurities, 'id') },
  `SELECT s.id FROM contract_securities s WHERE s.status IS NOT (
     SELECT CASE e.action WHEN 'record' THEN 'recorded' WHEN 'receive' THEN 'received' WHEN 'claim' THEN 'claimed'
                          WHEN 'return' THEN 'returned' WHEN 'withdraw' THEN 'withdrawn' END
     FROM contract_security_events e WHERE e.security_id = s.id ORDER BY e.at DESC, e.id DESC LIMIT 1)
   ORDER BY s.id`,
)

/** Compares the state of every security with its last step. Returns how many there are, and what differs. */
export const verifySecurities = (db: Database): { securities: number; findings: string[] } => ({
  securities: countSecurities.one(db).count,
  findings: strays.all(db).map(({ id }) => `security ${id} has another state than its last step leads to`),
})
