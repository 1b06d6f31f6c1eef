// verb-rule: changeLogin writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { deleteSecondFactor } from '#app/features/accounts/two-factor/end-app.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { changeLogin } from './change-login.server.ts'

/**
 * Removes the second factor of a colleague who has lost their app and their recovery codes, for an owner and with the password.
 * The colleague is logged out everywhere and gets a mail; their password stays.
 * @throws AppError not_found; forbidden for others and for one's own; conflict when there is none; invalid for a wrong password
 */
export async function resetTwoFactor(
  ctx: CompanyContext,
  input: { userId: string; password: string },
): Promise<{ name: string }> {
  requireRight(ctx, 'team.resetTwoFactor')
  return changeLogin(ctx, input, {
    ...{ own: 'twofactor:reset.own', template: 'twoFactorReset', audit: 'two_factor.reset' },
    change(tx, userId) {
      if (!hasSecondFactor(tx, userId)) throw conflict('twofactor:reset.none')
      deleteSecondFactor(tx, userId)
    },
  })
}
