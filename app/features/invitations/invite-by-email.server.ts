import { and, eq, sql } from 'drizzle-orm'
import { hashToken, newToken } from '#app/features/accounts/account-tokens.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { mailOutside } from '#app/features/accounts/mail-outside.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject, type ProjectRow } from '#app/features/projects/project-access.server.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { inviteLimits } from './invitation.ts'
import { requireRoom } from './invitation-access.server.ts'
import { isUnsubscribed } from './unsubscribe-address.server.ts'

type Input = {
  projectId: string
  email: string
  /** The language of the mail. */
  locale: string
  note?: string | undefined
  submissionId?: string | undefined
}

/**
 * Invites an address to bid on an open project, whether or not it has an account, which the answer does not tell: mails a link with which
 * a company takes the invitation, or whoever reads the mail declines. The link works until bidding ends.
 * @throws AppError not found; invalid for an address that is invited already, has been mailed too often, or wants no such mails;
 * conflict when the project takes no bids, or has too many invitations; rate_limited
 */
export function inviteByEmail(ctx: CompanyContext, input: Input): { invitationId: string } {
  requireRight(ctx, 'projects.invite')
  return transactNow(ctx, (tx, ctx) => {
    const project = loadOwnProject(tx, ctx, input.projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'inviteByEmail', input }, () => {
      const { email } = input
      const earlier = requireUninvited(tx, project.id, email)
      requireRoom(tx, project, ctx.now, earlier === 0 ? 1 : 0)
      if (isUnsubscribed(tx, email)) throw invalid('invitations:refused.unsubscribed', { field: 'email' })
      const token = newToken()
      const invitation = {
        ...{ id: newId(), projectId: project.id, email, note: input.note ?? null },
        ...{ status: 'sent' as const, invitedBy: ctx.actor.id, invitedAt: ctx.now },
      }
      tx.insert(projectInvitations)
        .values({ ...invitation, tokenHash: hashToken(token) })
        .run()
      mailLink(tx, ctx, project, { email, locale: input.locale, token })
      const subject = { type: 'project' as const, id: project.id }
      appendAudit(tx, ctx, { action: 'project.invite', subject, after: invitation })
      return { invitationId: invitation.id }
    })
  })
}

/** How often an address was invited to a project and the invitation withdrawn. Refuses a standing one, and too many. */
function requireUninvited(tx: Transaction, projectId: string, email: string): number {
  const rows = tx
    .select({ status: projectInvitations.status })
    .from(projectInvitations)
    .where(and(eq(projectInvitations.projectId, projectId), eq(sql`lower(${projectInvitations.email})`, email)))
    .all()
  if (rows.some(({ status }) => status !== 'withdrawn'))
    throw invalid('invitations:refused.addressInvited', { field: 'email' })
  if (rows.length >= inviteLimits.mailsPerAddress) throw invalid('invitations:refused.mailedEnough', { field: 'email' })
  return rows.length
}

function mailLink(
  tx: Transaction,
  ctx: CompanyContext,
  project: ProjectRow,
  { email, locale, token }: { email: string; locale: string; token: string },
): void {
  mailOutside(tx, ctx, {
    to: email,
    locale,
    template: 'invitedByMail',
    toStranger: 'variant',
    params: {
      link: `${env.origin}/bid-invitation?token=${token}`,
      deadlineAt: project.bidDeadline,
      ...(project.timeZone && { timeZone: project.timeZone }),
    },
    names: { client: ctx.company.name, title: project.title },
  })
}
