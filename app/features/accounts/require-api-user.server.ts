import { AppError, forbidden } from '#app/platform/errors.ts'
import { bearerContext } from './api/bearer-context.server.ts'
import type { UserContext } from './context.ts'
import { visitorContext } from './guards.server.ts'

/**
 * The context of an API call.
 * @throws AppError unauthenticated; forbidden while a password change or a second factor is required
 */
export async function requireApiUser(request: Request): Promise<UserContext> {
  const ctx = await requireApiCaller(request)
  const { actor } = ctx
  if (actor.mustChangePassword) throw forbidden('serveronly:changePasswordFirst')
  if (actor.mustSetUpTwoFactor) throw forbidden('serveronly:setUpTwoFactorFirst')
  return ctx
}

/**
 * Who calls the API, whatever they have to do first. It is authenticated by a bearer token or else by the session cookie, whose
 * request's origin was checked before; never by both.
 * @throws AppError unauthenticated
 */
export async function requireApiCaller(request: Request): Promise<UserContext> {
  const ctx = (await bearerContext(request)) ?? (await visitorContext(request))
  const { actor } = ctx
  if (!actor) throw new AppError('unauthenticated', 'errors:signInFirst')
  return { ...ctx, actor }
}
