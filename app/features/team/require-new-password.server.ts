import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { loadColleague } from './colleague.server.ts'

/**
 * Requires a new password of a colleague whose own somebody else may know, for an owner and with the password (ACC-17). The colleague
 * is logged out everywhere, gets a mail, and can do nothing after the next login but choose a new password.
 * @throws AppError not_found; forbidden for others and for one's own; conflict when one is required already; invalid for a wrong password
 */
export async function requireNewPassword(
  ctx: CompanyContext,
  input: { userId: string; password: string },
): Promise<{ name: string }> {
  requireRight(ctx, 'team.requirePassword')
  if (input.userId === ctx.actor.id) throw forbidden('team:newPassword.own')
  await requirePassword(ctx, input.password)
  return transact(ctx.db, (tx) => {
    const { id: userId, name } = loadColleague(tx, ctx, input.userId)
    const { changes } = tx
      .update(users)
      .set({ mustChangePassword: true, updatedAt: ctx.now })
      .where(and(eq(users.id, userId), eq(users.mustChangePassword, false)))
      .run()
    if (changes !== 1) throw conflict('team:newPassword.pending')
    mailOwner(tx, ctx.now, { userId, template: 'newPasswordRequired' })
    appendAudit(tx, ctx, { action: 'user.require_password', subject: { type: 'user', id: userId } })
    endSessions(tx, ctx, userId)
    return { name }
  })
}
