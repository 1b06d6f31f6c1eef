import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { authenticatorApps } from '#db/schema/accounts.ts'
import { requireCode, type SecondProof } from './require-code.server.ts'
import { hasSecondFactor, sealSecret } from './second-factor.server.ts'
import { newSecret } from './totp.server.ts'

/** How long a secret that nobody has confirmed is shown (ms). */
const pendingFor = 15 * 60_000

/**
 * Begins to set up an authenticator app for the actor's account, with the password, and with a code if there is one already. The
 * one in force stays in force until `confirmApp`.
 * @throws AppError invalid at `password` or `code`, rate_limited
 */
export async function startApp(ctx: UserContext, input: { password: string } & SecondProof): Promise<void> {
  requireRight(ctx, 'security.update')
  const { id: userId } = ctx.actor
  await requirePassword(ctx, input.password)
  if (hasSecondFactor(ctx.db, userId)) await requireCode(ctx, input)
  transact(ctx.db, (tx) => {
    const pending = { pendingSecret: sealSecret(userId, newSecret()), pendingAt: ctx.now }
    tx.insert(authenticatorApps)
      .values({ userId, ...pending })
      .onConflictDoUpdate({ target: authenticatorApps.userId, set: pending })
      .run()
    appendAudit(tx, ctx, { action: 'two_factor.start', subject: { type: 'user', id: userId } })
  })
}

/** Whether a pending secret may still be shown and confirmed. */
export const isPending = (
  app: { pendingSecret: string | null; pendingAt: number | null } | null,
  now: number,
): boolean => app?.pendingSecret != null && now - (app.pendingAt ?? 0) < pendingFor
