import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { requireDates } from './project-dates.ts'
import { projectFields } from './project-fields.ts'
import { saveProjectLines } from './project-lines.server.ts'
import type { ProjectInput } from './schemas.server.ts'

/**
 * Creates a draft, visible only to its company.
 * @throws AppError invalid for dates that cannot be (`dateRefusals`)
 */
export function createProject(
  ctx: CompanyContext,
  input: ProjectInput & { submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'projects.create')
  return transactNow(ctx, (tx, ctx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createProject', input }, () => {
      requireDates(ctx, input)
      const id = newId()
      const { lines } = input
      const fields = projectFields(input)
      tx.insert(projects)
        .values({
          id,
          companyId: ctx.company.id,
          createdBy: ctx.actor.id,
          ...fields,
          currency: 'EUR',
          status: 'draft',
          createdAt: ctx.now,
          updatedAt: ctx.now,
        })
        .run()
      saveProjectLines(tx, id, lines)
      appendAudit(tx, ctx, { action: 'project.create', subject: { type: 'project', id }, after: { ...fields, lines } })
      return { id }
    }),
  )
}
