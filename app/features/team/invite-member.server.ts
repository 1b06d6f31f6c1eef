import { eq, sql } from 'drizzle-orm'
import { createToken } from '#app/features/accounts/account-tokens.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireQuota } from '#app/features/accounts/quotas.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import type { CompanyRole } from '#db/vocabulary/accounts.ts'
import { requireRoleChange } from './require-role-change.server.ts'

export type InviteInput = {
  submissionId?: string | undefined
  name: string
  email: string
  jobTitle?: string | undefined
  companyRole: CompanyRole
}

/**
 * Invites somebody to the actor's company: creates an account without a password and mails a link to choose one.
 * @throws AppError invalid when the email already has an account; forbidden; rate_limited
 */
export async function inviteMember(ctx: CompanyContext, input: InviteInput): Promise<{ userId: string }> {
  requireRight(ctx, 'team.invite')
  requireRoleChange(ctx.db, ctx, { from: 'member', to: input.companyRole })
  await consumePoint(ctx.db.$client, rateLimits.invite, ctx.company.id)
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'inviteMember', input }, () => {
      const known = refusalFor(tx, ctx, input.email)
      if (known) throw invalid(known, { field: 'email' })
      requireQuota(tx, ctx, 'users')
      const user = {
        id: newId(),
        email: input.email,
        name: input.name,
        jobTitle: input.jobTitle ?? null,
        role: 'enterprise' as const,
        accountType: 'enterprise' as const,
        status: 'active' as const,
        locale: ctx.actor.locale,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }
      tx.insert(users).values(user).run()
      const member = { companyId: ctx.company.id, userId: user.id, role: input.companyRole, joinedAt: ctx.now }
      tx.insert(companyMembers).values(member).run()
      mailInvite(tx, ctx, user)
      appendAudit(tx, ctx, {
        action: 'team.invite',
        subject: { type: 'user', id: user.id },
        after: { ...user, companyRole: input.companyRole },
        detail: { companyRole: input.companyRole },
      })
      return { userId: user.id }
    }),
  )
}

function refusalFor(tx: Transaction, ctx: CompanyContext, email: string): string | null {
  const known = tx
    .select({ passwordHash: users.passwordHash, companyId: companyMembers.companyId })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email))
    .get()
  if (!known) return null
  if (known.companyId !== ctx.company.id) return 'team:invite.hasAccount'
  return known.passwordHash ? 'team:invite.alreadyMember' : 'team:invite.alreadyInvited'
}

/** Mails an invitation with a new token, which invalidates older ones. */
export function mailInvite(
  tx: Transaction,
  ctx: CompanyContext,
  user: { id: string; email: string; name: string; locale: string | null },
): void {
  const token = createToken(tx, ctx.now, { purpose: 'invite', userId: user.id, email: user.email })
  enqueueMail(tx, ctx.now, {
    to: user.email,
    locale: user.locale ?? 'en',
    template: 'invite',
    params: {
      name: user.name,
      inviter: ctx.actor.name,
      company: ctx.company.name,
      link: `${env.origin}/set-password?token=${token}`,
    },
  })
}
