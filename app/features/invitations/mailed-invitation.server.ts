import { eq } from 'drizzle-orm'
import { hashToken } from '#app/features/accounts/account-tokens.server.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { refusalReason } from '#app/features/accounts/require-right.server.ts'
import type { Message } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { projects } from '#db/schema/projects.ts'
import { type LoadedInvitation, takesBids } from './invitation-access.server.ts'

/** The invitation that a mailed token belongs to, with its project, whatever has become of it; null without one. */
export function findByToken(db: Database | Transaction, token: string): LoadedInvitation | null {
  const found = db
    .select({ invitation: projectInvitations, project: projects })
    .from(projectInvitations)
    .innerJoin(projects, eq(projects.id, projectInvitations.projectId))
    .where(eq(projectInvitations.tokenHash, hashToken(token)))
    .get()
  return found ?? null
}

/** The same while it can be answered: neither declined nor withdrawn, and its project takes bids at `now` (UTC ms). */
export function findOpenByToken(db: Database | Transaction, now: number, token: string): LoadedInvitation | null {
  const found = findByToken(db, token)
  return found?.invitation.status === 'sent' && takesBids(found.project, now) ? found : null
}

/** Whether a token was mailed and no company has taken its invitation, so that its address can ask for no more of them. */
export const isMailedToken = (ctx: Context, token: string): boolean => findByToken(ctx.db, token) !== null

type Viewer =
  | { as: 'guest' }
  /** Somebody who is signed in with another address. */
  | { as: 'other'; email: string }
  /** Whoever has the address; `refusal` says why they cannot accept for their company, if so. */
  | { as: 'invited'; company: string; refusal: Message | null }

/**
 * What the page behind a mailed link shows: enough of the project to answer, by the token alone. It does not say whether the address has
 * an account. Null for a link that answers nothing any more.
 */
export function readMailedInvitation(ctx: Context, token: string) {
  const found = findOpenByToken(ctx.db, ctx.now, token)
  if (!found) return null
  const { invitation, project } = found
  const client = ctx.db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, project.companyId))
    .get()
  const { title, location, bidDeadline, timeZone, invitedOnly } = project
  return {
    ...{ title, location, bidDeadline, timeZone, invitedOnly, note: invitation.note, email: invitation.email ?? '' },
    client: client?.name ?? '',
    viewer: viewerOf(ctx, invitation.email ?? ''),
  }
}

function viewerOf(ctx: Context, email: string): Viewer {
  if (!ctx.actor) return { as: 'guest' }
  if (ctx.actor.email.toLowerCase() !== email.toLowerCase()) return { as: 'other', email: ctx.actor.email }
  const refusal = ctx.company ? refusalReason({ ...ctx, actor: ctx.actor }, 'bids.decline') : null
  return {
    as: 'invited',
    company: ctx.company?.name ?? '',
    refusal: ctx.company ? refusal : { key: 'errors:companyNeeded' },
  }
}
