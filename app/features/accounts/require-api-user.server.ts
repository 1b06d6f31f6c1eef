import { AppError, forbidden } from '#app/platform/errors.ts'
import type { UserContext } from './context.ts'
import { visitorContext } from './guards.server.ts'

/**
 * The context of an API call. It is authenticated by the session cookie; the origin was checked before.
 * @throws AppError unauthenticated; forbidden while a password change or a second factor is required
 */
export async function requireApiUser(request: Request): Promise<UserContext> {
  const ctx = await visitorContext(request)
  const { actor } = ctx
  if (!actor) throw new AppError('unauthenticated', 'errors:signInFirst')
  if (actor.mustChangePassword) throw forbidden('serveronly:changePasswordFirst')
  if (actor.mustSetUpTwoFactor) throw forbidden('serveronly:setUpTwoFactorFirst')
  return { ...ctx, actor }
}
