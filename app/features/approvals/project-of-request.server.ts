import type { Database, Transaction } from '#db/client.server.ts'
import { list, required } from '#db/fields.server.ts'
import { approvals } from '#db/schema/approvals.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'

const projects = sql(
  {
    params: { subjects: list(approvals.subjectId) },
    row: { subjectId: approvals.subjectId, projectId: required(contracts.projectId) },
  },
  `SELECT s.value AS subjectId, c.project_id AS projectId FROM json_each(:subjects) s JOIN contracts c ON c.id = s.value
   UNION ALL
   SELECT s.value, b.project_id FROM json_each(:subjects) s JOIN bids b ON b.id = s.value
   UNION ALL
   SELECT s.value, c.project_id FROM json_each(:subjects) s JOIN contract_milestones m ON m.id = s.value
     JOIN contracts c ON c.id = m.contract_id
   UNION ALL
   SELECT s.value, c.project_id FROM json_each(:subjects) s JOIN change_orders o ON o.id = s.value JOIN contracts c ON c.id = o.contract_id`,
)

/** The project of each of these subjects of requests; a bank account has none. */
export const projectsOfSubjects = (db: Database | Transaction, subjects: readonly string[]): Map<string, string> =>
  new Map(projects.all(db, { subjects }).map(({ subjectId, projectId }) => [subjectId, projectId]))
