import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { keyFor } from '#app/platform/encryption.server.ts'
import { env } from '#app/platform/env.server.ts'
import { newId } from '#db/ids.ts'

/** The kinds of signed tokens that programs get. Each has a type and a key of its own, so that none is ever taken for another. */
const kinds = {
  /** Stands for a session, which is asked each time: it proves nothing once that has ended. As in RFC 9068. */
  access: { typ: 'at+jwt', seconds: 15 * 60 },
  /** Says that somebody has given the right password and owes a code. Opens nothing. */
  pending: { typ: 'pending-login+jwt', seconds: 10 * 60 },
}
type Kind = keyof typeof kinds

const audience = () => `${env.origin}/api`

async function issue(kind: Kind, now: number, subject: string, claims: JWTPayload): Promise<string> {
  const { typ, seconds } = kinds[kind]
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ })
    .setIssuer(env.origin)
    .setAudience(audience())
    .setSubject(subject)
    .setJti(newId())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(keyFor(typ))
}

async function read<Claims extends z.ZodType>(
  kind: Kind,
  now: number,
  token: string,
  claims: Claims,
): Promise<z.output<Claims> | null> {
  const { typ } = kinds[kind]
  try {
    const { payload } = await jwtVerify(token, keyFor(typ), {
      algorithms: ['HS256'],
      typ,
      issuer: env.origin,
      audience: audience(),
      requiredClaims: ['sub', 'iat', 'exp', 'jti'],
      currentDate: new Date(now),
    })
    return claims.parse(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null
    throw error
  }
}

const accessClaims = z.object({ sub: z.string(), sid: z.string() })

/** An access token for the session with this hash: good for 15 minutes, and only while the session lasts. `now` is UTC ms. */
export const issueAccessToken = (now: number, userId: string, sessionHash: string): Promise<string> =>
  issue('access', now, userId, { sid: sessionHash })

/** What a valid access token says; null for any other text. */
export const readAccessToken = (now: number, token: string) => read('access', now, token, accessClaims)

const pendingClaims = z.object({ sub: z.string(), since: z.number() })

/** What a program gets for a right password where a code must follow. */
export const issuePendingToken = (now: number, userId: string): Promise<string> =>
  issue('pending', now, userId, { since: now })

export const readPendingToken = (now: number, token: string) => read('pending', now, token, pendingClaims)
