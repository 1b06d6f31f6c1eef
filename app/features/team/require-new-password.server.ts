// verb-rule: changeLogin writes the audit row
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { users } from '#db/schema/accounts.ts'
import { changeLogin } from './change-login.server.ts'

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
  return changeLogin(ctx, input, {
    ...{ own: 'team:newPassword.own', template: 'newPasswordRequired', audit: 'user.require_password' },
    change(tx, userId) {
      const { changes } = tx
        .update(users)
        .set({ mustChangePassword: true, updatedAt: ctx.now })
        .where(and(eq(users.id, userId), eq(users.mustChangePassword, false)))
        .run()
      if (changes !== 1) throw conflict('team:newPassword.pending')
    },
  })
}
