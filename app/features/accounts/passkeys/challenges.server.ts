// data-version: challenges are shown on no page
import { randomBytes } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import { hashToken } from '#app/features/accounts/account-tokens.server.ts'
import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { passkeyChallenges } from '#db/schema/passkeys.ts'
import type { PasskeyPurpose } from '#db/vocabulary/accounts.ts'

/** How long a challenge waits for its answer (ms). */
export const challengeLifetime = 5 * 60_000

/** Names the browser of a guest who is about to log in with a passkey; it opens nothing. */
const guestCookie = hostCookie('passkey', { signed: true, maxAge: challengeLifetime / 1000 })

/** Whose challenges those of a guest's browser are; null if it has asked for none. */
export async function readGuestHolder(request: Request): Promise<string | null> {
  const id: unknown = await guestCookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' && id !== '' ? hashToken(id) : null
}

/** A new holder of challenges for a guest's browser, with the Set-Cookie header that names it. */
export async function newGuestHolder(): Promise<{ holder: string; cookie: string }> {
  const id = randomBytes(32).toString('base64url')
  return { holder: hashToken(id), cookie: await guestCookie.serialize(id) }
}

type Challenge = { holder: string; purpose: PasskeyPurpose; userId: string | null }

/** Stores a new challenge, in place of the holder's earlier one. Returns it: 256 random bits (WebAuthn Level 3, 13.4.3). */
export function saveChallenge(tx: Transaction, now: number, { holder, purpose, userId }: Challenge): string {
  const challenge = randomBytes(32).toString('base64url')
  const saved = { challenge, userId, expiresAt: now + challengeLifetime }
  tx.insert(passkeyChallenges)
    .values({ holder, purpose, ...saved })
    .onConflictDoUpdate({ target: [passkeyChallenges.holder, passkeyChallenges.purpose], set: saved })
    .run()
  return challenge
}

/** Takes the challenge of a holder, so that nobody answers it twice; null if there is none, or it is too old. */
export function takeChallenge(
  tx: Transaction,
  now: number,
  { holder, purpose }: Pick<Challenge, 'holder' | 'purpose'>,
): { challenge: string; userId: string | null } | null {
  const ofHolder = and(eq(passkeyChallenges.holder, holder), eq(passkeyChallenges.purpose, purpose))
  const { challenge, userId } = passkeyChallenges
  const isFresh = gt(passkeyChallenges.expiresAt, now)
  return tx.delete(passkeyChallenges).where(and(ofHolder, isFresh)).returning({ challenge, userId }).get() ?? null
}

/** Deletes challenges that nobody has answered in time; a job calls it. */
export const deleteOldChallenges = (db: Database, now: number): number =>
  db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now)).run().changes
