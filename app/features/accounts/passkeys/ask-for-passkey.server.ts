// verb-rule: a challenge changes nothing and opens nothing; whoever answers it is checked
import type { Context } from '#app/features/accounts/context.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { transact } from '#db/client.server.ts'
import { challengeLifetime, saveChallenge } from './challenges.server.ts'
import { relyingPartyId } from './check-answer.server.ts'
import { listCredentials } from './queries.server.ts'

/**
 * Asks a browser for a passkey, by a challenge that is bound to it: of `userId` if that is known, or of whoever chooses one.
 * Returns what `navigator.credentials.get` takes. Counted by address before logging in, and by person afterwards.
 * @throws AppError rate_limited
 */
export async function askForPasskey(
  ctx: Context,
  { holder, purpose, userId }: { holder: string; purpose: 'login' | 'confirm'; userId: string | null },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await consumePoint(ctx.db.$client, rateLimits.passkey, ctx.actor?.id ?? addressKey(ctx.ip))
  const challenge = transact(ctx.db, (tx) => saveChallenge(tx, ctx.now, { holder, purpose, userId }))
  return {
    challenge,
    rpId: relyingPartyId(),
    timeout: challengeLifetime,
    userVerification: 'required',
    allowCredentials: userId ? listCredentials(ctx.db, userId) : [],
  }
}
