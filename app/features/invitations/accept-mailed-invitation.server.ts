import { and, eq, isNull, ne } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { conflict, forbidden, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { findOpenByToken } from './mailed-invitation.server.ts'

/**
 * Takes an invitation that was mailed to the actor's address for their company, once: the link works no more, and the company is invited
 * as if the client had found it in the directory.
 * @throws AppError invalid for a link that does not work (any more); forbidden for another address; conflict for the client's own
 * company, or one that is invited already
 */
export function acceptMailedInvitation(ctx: CompanyContext, input: { token: string }): { projectId: string } {
  requireRight(ctx, 'bids.decline')
  return transactNow(ctx, (tx, ctx) => {
    const found = findOpenByToken(tx, ctx.now, input.token)
    if (!found) throw invalid('invitations:mailed.gone')
    const { invitation: before, project } = found
    if (before.email?.toLowerCase() !== ctx.actor.email.toLowerCase())
      throw forbidden('invitations:refused.otherAddress')
    if (project.companyId === ctx.company.id) throw conflict('invitations:refused.ownProject')
    const standing = tx
      .select({ id: projectInvitations.id })
      .from(projectInvitations)
      .where(
        and(
          eq(projectInvitations.projectId, project.id),
          eq(projectInvitations.companyId, ctx.company.id),
          ne(projectInvitations.status, 'withdrawn'),
        ),
      )
      .get()
    if (standing) throw conflict('invitations:refused.invitedAlready')
    const after = tx
      .update(projectInvitations)
      .set({ companyId: ctx.company.id, tokenHash: null, changedBy: ctx.actor.id, changedAt: ctx.now })
      .where(and(eq(projectInvitations.id, before.id), isNull(projectInvitations.companyId)))
      .returning()
      .get()
    if (!after) throw conflict('errors:concurrentChange')
    const subject = { type: 'project' as const, id: project.id }
    appendAudit(tx, ctx, { action: 'project.accept_invitation', subject, before, after })
    return { projectId: project.id }
  })
}
