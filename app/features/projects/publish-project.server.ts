import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePermission } from '#app/features/accounts/require-permission.ts'
import { requireVerifiedEmail } from '#app/features/accounts/require-verified-email.server.ts'
import { publish } from '#app/platform/events.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import type { ProjectCategory } from '#db/vocabulary/projects.ts'
import { changeProject, loadOwnProject } from './project-access.server.ts'

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    'project.published': {
      projectId: string
      companyId: string
      title: string
      category: ProjectCategory
      location: string
      bidDeadline: number
    }
  }
}

/**
 * Opens a draft to bids: from now on everybody who is signed in sees its public fields.
 * @throws AppError not found; conflict when it is no draft or its deadline has passed; forbidden without a verified address
 */
export function publishProject(
  ctx: CompanyContext,
  input: { projectId: string; submissionId?: string | undefined },
): { id: string } {
  requirePermission(ctx, 'write')
  requireVerifiedEmail(ctx)
  let done = false
  const project = transact(ctx.db, (tx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    withIdempotencyKey(tx, ctx, { verb: 'publishProject', input }, () => {
      const after = changeProject(tx, ctx, before, { action: 'publish', role: 'owner', set: { publishedAt: ctx.now } })
      appendAudit(tx, ctx, { action: 'project.publish', subject: { type: 'project', id: before.id }, before, after })
      done = true
      return true
    })
    return before
  })
  const { id, companyId, title, category, location, bidDeadline } = project
  if (done) publish('project.published', { projectId: id, companyId, title, category, location, bidDeadline })
  return { id }
}
