import { and, eq, sql } from 'drizzle-orm'
import { hashToken, newToken } from '#app/features/accounts/account-tokens.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { mailOutside } from '#app/features/accounts/mail-outside.server.ts'
import { requireQuota } from '#app/features/accounts/quotas.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { findUserByEmail } from '#app/features/accounts/user-by-email.server.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { companyInvitations, companyMembers } from '#db/schema/accounts.ts'
import type { CompanyRole } from '#db/vocabulary/accounts.ts'
import { requireRoleChange } from './require-role-change.server.ts'

export type InviteInput = {
  submissionId?: string | undefined
  name: string
  email: string
  jobTitle?: string | undefined
  companyRole: CompanyRole
}

/** Validity of a mailed invitation (ms, ACC-6). */
const lifetime = 7 * 24 * 3_600_000

/**
 * Invites somebody to the actor's company, whether or not the address has an account, which the answer does not tell: mails a
 * link to accept with. Until then there is no user, and the address is as free as before (TEAM-4).
 * @throws AppError invalid when the person belongs to the team or is invited already; forbidden; rate_limited
 */
export async function inviteMember(ctx: CompanyContext, input: InviteInput): Promise<{ invitationId: string }> {
  requireRight(ctx, 'team.invite')
  requireRoleChange(ctx.db, ctx, { from: 'member', to: input.companyRole })
  await consumePoint(ctx.db.$client, rateLimits.invite, ctx.company.id)
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'inviteMember', input }, () => {
      const known = refusalFor(tx, ctx, input.email)
      if (known) throw invalid(known, { field: 'email' })
      requireQuota(tx, ctx, 'users')
      const token = newToken()
      const invitation = {
        id: newId(),
        companyId: ctx.company.id,
        email: input.email,
        name: input.name,
        jobTitle: input.jobTitle ?? null,
        role: input.companyRole,
        locale: ctx.actor.locale,
        invitedBy: ctx.actor.id,
        createdAt: ctx.now,
      }
      tx.insert(companyInvitations)
        .values({ ...invitation, ...tokenColumns(ctx.now, token) })
        .run()
      mailInvite(tx, ctx, invitation, token)
      appendAudit(tx, ctx, {
        action: 'team.invite',
        subject: { type: 'invitation', id: invitation.id },
        after: invitation,
        detail: { companyRole: input.companyRole },
      })
      return { invitationId: invitation.id }
    }),
  )
}

function refusalFor(tx: Transaction, ctx: CompanyContext, email: string): string | null {
  const person = findUserByEmail(tx, email)
  const { companyId, userId } = companyMembers
  const here = and(eq(companyId, ctx.company.id), eq(userId, person?.id ?? ''))
  if (tx.select({ userId }).from(companyMembers).where(here).get()) return 'team:invite.alreadyMember'
  const invited = tx
    .select({ id: companyInvitations.id })
    .from(companyInvitations)
    .where(and(eq(companyInvitations.companyId, ctx.company.id), eq(sql`lower(${companyInvitations.email})`, email)))
    .get()
  return invited ? 'team:invite.alreadyInvited' : null
}

/** What an invitation stores of its link, from now on. */
export const tokenColumns = (now: number, token: string) => ({ tokenHash: hashToken(token), expiresAt: now + lifetime })

/**
 * Mails the link of an invitation.
 * @throws AppError rate_limited when the company or the address has had enough mails
 */
export function mailInvite(
  tx: Transaction,
  ctx: CompanyContext,
  invitation: { email: string; name: string; locale: string | null },
  token: string,
): void {
  mailOutside(tx, ctx, {
    to: invitation.email,
    locale: invitation.locale ?? 'en',
    template: 'invite',
    toStranger: 'variant',
    params: { link: `${env.origin}/set-password?token=${token}` },
    names: { name: invitation.name, inviter: ctx.actor.name, company: ctx.company.name },
  })
}
