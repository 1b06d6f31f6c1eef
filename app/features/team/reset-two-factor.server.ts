import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { deleteSecondFactor } from '#app/features/accounts/two-factor/end-app.server.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { loadColleague } from './colleague.server.ts'

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
  if (input.userId === ctx.actor.id) throw forbidden('twofactor:reset.own')
  await requirePassword(ctx, input.password)
  return transact(ctx.db, (tx) => {
    const { id: userId, name } = loadColleague(tx, ctx, input.userId)
    if (!hasSecondFactor(tx, userId)) throw conflict('twofactor:reset.none')
    deleteSecondFactor(tx, userId)
    mailOwner(tx, ctx.now, { userId, template: 'twoFactorReset' })
    appendAudit(tx, ctx, { action: 'two_factor.reset', subject: { type: 'user', id: userId } })
    endSessions(tx, ctx, userId)
    return { name }
  })
}
