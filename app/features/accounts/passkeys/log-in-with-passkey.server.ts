// verb-rule: there is no user before logging in; the passkey is the permission
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { type KnownDevices, knownDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { recordLogin } from '#app/features/accounts/sessions/record-login.server.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { checkAnswer, tellOfCopy, usePasskey } from './check-answer.server.ts'

/**
 * Logs in with a passkey, which counts as both factors, because it has verified its person (NIST SP 800-63B-4, 3.1.7). Where a right
 * password waits for a second factor, the challenge is for that account's passkeys only.
 * @param input.holder the browser that the challenge was given to
 * @param input.answer the credential as JSON
 * @throws AppError invalid when it is not what was asked for, came too late, or belongs to an account that is disabled or whose address
 * has to be verified; rate_limited
 */
export async function logInWithPasskey(
  ctx: Context,
  input: { holder: string | null; answer: string; devices?: KnownDevices },
): Promise<{ userId: string; mustChangePassword: boolean }> {
  const checked = await checkAnswer(ctx, { holder: input.holder, purpose: 'login', answer: input.answer })
  const { userId } = checked
  await consumePoint(ctx.db.$client, rateLimits.loginRight, userId)
  const entered = transact(ctx.db, (tx) => {
    const user = tx.select().from(users).where(eq(users.id, userId)).get()
    const isUnproven = env.requireVerifiedEmail && user?.emailVerifiedAt === null
    if (user?.status !== 'active' || isUnproven) throw invalid('passkeys:refused')
    if (!usePasskey(tx, ctx.now, checked)) return null
    const isKnown = knownDevice(user, input.devices ?? {}, ctx.now) !== undefined
    recordLogin(tx, ctx, { userId, by: 'passkey', isKnown })
    return { userId, mustChangePassword: user.mustChangePassword }
  })
  if (!entered) throw await tellOfCopy(ctx, checked)
  return entered
}
