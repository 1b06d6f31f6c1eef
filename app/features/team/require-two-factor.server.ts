import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'

/**
 * Sets whether everybody in the actor's company needs a second factor (ACC-12), for an owner and with the password. Who has none
 * sets it up before anything else is open to them. An owner who requires it has one, so that a company cannot lock itself out.
 * @throws AppError forbidden; invalid for a wrong password; conflict without a second factor of one's own
 */
export async function requireTwoFactor(
  ctx: CompanyContext,
  input: { required: boolean; password: string },
): Promise<void> {
  requireRight(ctx, 'company.requireTwoFactor')
  await requirePassword(ctx, input.password)
  transact(ctx.db, (tx) => {
    if (input.required && !hasSecondFactor(tx, ctx.actor.id)) throw conflict('twofactor:require.ownFirst')
    tx.update(companies).set({ twoFactorRequired: input.required }).where(eq(companies.id, ctx.company.id)).run()
    appendAudit(tx, ctx, {
      action: 'company.require_two_factor',
      subject: { type: 'company', id: ctx.company.id },
      detail: { required: input.required },
    })
  })
}
