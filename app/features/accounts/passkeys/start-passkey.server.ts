import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireCode, type SecondProof } from '#app/features/accounts/two-factor/require-code.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { env } from '#app/platform/env.server.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { productName } from '#app/platform/product.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { challengeLifetime, saveChallenge } from './challenges.server.ts'
import { relyingPartyId } from './check-answer.server.ts'
import { listCredentials, maxPasskeys } from './queries.server.ts'

/** Signatures that we can check: ECDSA with P-256, Ed25519 and RSA, all with SHA-256 or what belongs to the curve (COSE). */
const algorithms = [-7, -8, -257]

/**
 * Begins to add a passkey to the actor's account, with the password, and with the second factor if there is one. Returns what
 * `navigator.credentials.create` takes: a passkey that says whose it is and verifies its person. `addPasskey` follows.
 * @throws AppError forbidden without a verified address, where one is required: who does not own the address must not keep a key to
 * the account; invalid at `password` or `code`; conflict with too many; rate_limited
 */
export async function startPasskey(
  ctx: UserContext,
  input: { password: string } & SecondProof,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireRight(ctx, 'security.update')
  const { id: userId, email, name, emailVerified } = ctx.actor
  if (env.requireVerifiedEmail && !emailVerified) throw forbidden('errors:verifyEmailFirst')
  await requirePassword(ctx, input.password)
  if (hasSecondFactor(ctx.db, userId)) await requireCode(ctx, input)
  const own = listCredentials(ctx.db, userId)
  if (own.length >= maxPasskeys) throw conflict('passkeys:tooMany', { params: { max: maxPasskeys } })
  const challenge = transact(ctx.db, (tx) => {
    appendAudit(tx, ctx, { action: 'passkey.start', subject: { type: 'user', id: userId } })
    return saveChallenge(tx, ctx.now, { holder: ctx.sessionHash ?? '', purpose: 'add', userId })
  })
  return {
    challenge,
    rp: { id: relyingPartyId(), name: productName },
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: challengeLifetime,
  }
}
