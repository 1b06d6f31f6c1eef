// verb-rule: parts of createProject and deleteDraft, which ask for the right and add to the audit trail.
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { projectEstimates, projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

const estimateOf = sql(
  {
    params: { project: projects.id },
    row: { ...columns(projectEstimates, 'text', 'digest', 'keptAt'), person: users.name },
  },
  `SELECT e.text, e.digest, e.kept_at AS keptAt, u.name AS person
   FROM project_estimates e JOIN users u ON u.id = e.kept_by WHERE e.project_id = :project`,
)

/** The estimate that a project was made of, with who made it. Checks no right: it is the client's alone. */
export const findProjectEstimate = (db: Database | Transaction, projectId: string) =>
  estimateOf.first(db, { project: projectId })

/** Keeps the canonical text of the estimate that a new project is made of. Triggers keep it from then on. */
export function keepEstimate(
  tx: Transaction,
  ctx: Pick<UserContext, 'actor' | 'now'>,
  projectId: string,
  text: string,
): void {
  tx.insert(projectEstimates)
    .values({ projectId, text, digest: sha256(text), keptBy: ctx.actor.id, keptAt: ctx.now })
    .run()
}

/** Deletes it with its draft. */
export function deleteEstimate(tx: Transaction, projectId: string): void {
  tx.delete(projectEstimates).where(eq(projectEstimates.projectId, projectId)).run()
}

const pageSize = 200
const estimatesAfter = sql(
  {
    params: { after: projectEstimates.projectId, limit: integer },
    row: columns(projectEstimates, 'projectId', 'text', 'digest'),
  },
  `SELECT project_id AS projectId, text, digest FROM project_estimates WHERE project_id > :after ORDER BY project_id LIMIT :limit`,
)

/** Compares every kept estimate with its hash. */
export function verifyEstimates(db: Database): { estimates: number; findings: string[] } {
  let estimates = 0
  const findings: string[] = []
  for (let after = ''; ; ) {
    const page = estimatesAfter.all(db, { after, limit: pageSize })
    for (const { projectId, text, digest } of page)
      if (sha256(text) !== digest) findings.push(`the estimate of project ${projectId} does not match its hash`)
    estimates += page.length
    after = page.at(-1)?.projectId ?? ''
    if (page.length < pageSize) return { estimates, findings }
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
