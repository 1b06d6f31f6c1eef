// verb-rule: it only takes the challenge that a browser has asked for, for a verb that asks for its right and appends its audit row
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#app/features/accounts/context.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError, invalid } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { rateLimits, takePoint } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { passkeys } from '#db/schema/passkeys.ts'
import type { PasskeyPurpose } from '#db/vocabulary/accounts.ts'
import { takeChallenge } from './challenges.server.ts'

/** For whom passkeys are: this host, whatever its port (the RP ID of WebAuthn Level 3, section 4). */
export const relyingPartyId = (): string => new URL(env.origin).hostname

const text = z.string().max(10_000)
const extensions = z.record(z.string(), z.unknown()).default({})
const credential = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: extensions }
const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish().transform((handle) => handle ?? undefined),
  }),
})
const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

export type CheckedPasskey = { id: string; userId: string; counter: number }

const refused = () => invalid('passkeys:refused')

/** The answer of a browser to the challenge of its holder, and whose it has to be. The challenge is used up, whatever follows. */
function takeAnswer<Schema extends z.ZodType>(
  ctx: Context,
  schema: Schema,
  { holder, purpose, answer }: { holder: string | null; purpose: PasskeyPurpose; answer: string },
) {
  const taken = holder ? transact(ctx.db, (tx) => takeChallenge(tx, ctx.now, { holder, purpose })) : null
  if (!taken) throw invalid('passkeys:late')
  return { ...taken, read: schema.parse(parsed(answer)) }
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return null
  }
}

/** Runs a check and refuses whatever it throws: a browser's answer that is not what was asked for. */
async function orRefuse<T>(ctx: Context, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof AppError) throw error
    logger.info(
      { event: 'passkey refused', ip: ctx.ip, why: error instanceof Error ? error.message : '' },
      'passkey refused',
    )
    throw refused()
  }
}

/**
 * Checks what a browser has signed with a passkey: for this host and origin, for the challenge, by the key, with the person verified
 * (WebAuthn Level 3, 7.2). `usePasskey` then counts the use, in the verb's transaction.
 * @param input.answer the credential as JSON
 * @throws AppError invalid
 */
export async function checkAnswer(
  ctx: Context,
  input: { holder: string | null; purpose: 'login' | 'confirm'; answer: string },
): Promise<CheckedPasskey> {
  return orRefuse(ctx, async () => {
    const { challenge, userId, read } = takeAnswer(ctx, assertionSchema, input)
    const found = ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, read.id)).get()
    if (!found) throw invalid('passkeys:unknown')
    if (userId && found.userId !== userId) throw invalid('passkeys:others')
    // The user handle is the account's id, which a passkey that says who logs in must name.
    const handle = read.response.userHandle
    if (handle === undefined ? !userId : Buffer.from(handle, 'base64url').toString() !== found.userId) throw refused()
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: read as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: env.origin,
      expectedRPID: relyingPartyId(),
      requireUserVerification: true,
      // `usePasskey` compares the counter, because a refusal there is told to the owner.
      credential: { id: found.credentialId, publicKey: Buffer.from(found.publicKey, 'base64url'), counter: 0 },
    })
    if (!verified) throw refused()
    return { id: found.id, userId: found.userId, counter: authenticationInfo.newCounter }
  })
}

/**
 * Checks a new passkey (WebAuthn Level 3, 7.1). Who made the device is not asked for (attestation `none`).
 * @throws AppError invalid
 */
export async function checkNewPasskey(ctx: Context, input: { holder: string | null; answer: string }) {
  return orRefuse(ctx, async () => {
    const { challenge, read } = takeAnswer(ctx, attestationSchema, { ...input, purpose: 'add' })
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: read as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: env.origin,
      expectedRPID: relyingPartyId(),
      requireUserVerification: true,
    })
    if (!verified) throw refused()
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: [...transports],
    }
  })
}

/**
 * Counts the use of a passkey that was checked. False if it is gone, or if its counter does not go up, so that there may be a copy
 * of it (WebAuthn Level 3, 6.1.1): `tellOfCopy` then tells the owner. Part of a verb.
 */
export function usePasskey(tx: Transaction, now: number, { id, counter }: CheckedPasskey): boolean {
  const goesUp = or(lt(passkeys.counter, counter), counter === 0 ? eq(passkeys.counter, 0) : undefined)
  const { changes } = tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), goesUp))
    .run()
  return changes === 1
}

/** Mails the owner, at most once a day, that a passkey was refused because there may be a copy of it; returns the refusal. */
export async function tellOfCopy(ctx: Context, { id, userId }: CheckedPasskey) {
  const { refusal } = await takePoint(ctx.db.$client, rateLimits.loginNotice, `passkey|${id}`)
  transact(ctx.db, (tx) => {
    if (!tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id)).get()) return
    if (!refusal) mailOwner(tx, ctx.now, { userId, template: 'passkeyCopied' })
    const source = { ...ctx, actor: { id: userId } }
    appendAudit(tx, source, {
      action: 'passkey.refuse_copy',
      subject: { type: 'user', id: userId },
      detail: { passkey: id },
    })
  })
  return refused()
}
