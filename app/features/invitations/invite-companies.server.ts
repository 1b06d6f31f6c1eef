import { and, eq, inArray, ne } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { requireRoom } from './invitation-access.server.ts'
import { mailInvited } from './mail-invited.server.ts'
import { listEarlierBidders } from './queries.server.ts'

type Input = { projectId: string; companyIds: string[]; note?: string | undefined; submissionId?: string | undefined }

/**
 * Invites companies of the directory to bid on an open project; whoever is invited already stays so. Tells and mails their people
 * who work with projects and bids, once for a project: not again after an invitation was withdrawn. Returns how many were invited by this call.
 * @throws AppError not found; invalid for a company that is not in the directory, or the client's own; conflict when the project
 * takes no bids, or has too many invitations
 */
export function inviteCompanies(ctx: CompanyContext, input: Input): { invited: number } {
  requireRight(ctx, 'projects.invite')
  return transactNow(ctx, (tx, ctx) => {
    const project = loadOwnProject(tx, ctx, input.projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'inviteCompanies', input }, () => {
      const asked = [...new Set(input.companyIds)]
      const listed = tx
        .select({ id: companies.id })
        .from(companies)
        .where(and(inArray(companies.id, asked), eq(companies.inDirectory, true), ne(companies.id, ctx.company.id)))
        .all()
      const known = new Set([...listed, ...listEarlierBidders(ctx, project.id, tx)].map(({ id }) => id))
      if (asked.length === 0 || !asked.every((id) => known.has(id)))
        throw invalid('invitations:refused.notListed', { field: 'companyIds' })
      const invited = invitedCompanies(tx, project.id)
      const companyIds = asked.filter((id) => !invited.standing.has(id))
      const newcomers = companyIds.filter((id) => !invited.ever.has(id))
      requireRoom(tx, project, ctx.now, newcomers.length)
      for (const companyId of companyIds) {
        const invitation = {
          ...{ id: newId(), projectId: project.id, companyId, note: input.note ?? null },
          ...{ status: 'sent' as const, invitedBy: ctx.actor.id, invitedAt: ctx.now },
        }
        tx.insert(projectInvitations).values(invitation).run()
        const subject = { type: 'project' as const, id: project.id }
        appendAudit(tx, ctx, { action: 'project.invite', subject, after: invitation })
      }
      const { id: projectId, title } = project
      recordEvent(tx, ctx, 'project.invited', { projectId, title, client: ctx.company.name, companyIds: newcomers })
      mailInvited(tx, ctx, project, newcomers)
      return { invited: companyIds.length }
    })
  })
}

/** The companies that are invited to a project, and those that ever were. */
function invitedCompanies(tx: Transaction, projectId: string): { standing: Set<string>; ever: Set<string> } {
  const { companyId, status } = projectInvitations
  const rows = tx
    .select({ companyId, status })
    .from(projectInvitations)
    .where(eq(projectInvitations.projectId, projectId))
    .all()
  const idsOf = (some: typeof rows) => new Set(some.flatMap((row) => row.companyId ?? []))
  return { standing: idsOf(rows.filter((row) => row.status !== 'withdrawn')), ever: idsOf(rows) }
}
