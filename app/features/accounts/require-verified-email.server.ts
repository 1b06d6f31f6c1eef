import { env } from '#app/platform/env.server.ts'
import { forbidden } from '#app/platform/errors.ts'
import type { UserContext } from './context.ts'

/**
 * Posting, bidding, signing and messaging ask for a verified address where REQUIRE_VERIFIED_EMAIL is on (ACC-4).
 * @throws AppError forbidden
 */
export function requireVerifiedEmail(ctx: UserContext): void {
  if (env.requireVerifiedEmail && !ctx.actor.emailVerified) throw forbidden('errors:verifyEmailFirst')
}
