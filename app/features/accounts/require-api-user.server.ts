import { AppError, forbidden } from '#app/platform/errors.ts'
import type { UserContext } from './context.ts'
import { visitorContext } from './guards.server.ts'

/**
 * The context of whoever calls the API: by the session cookie of our own pages, whose origin was checked before.
 * @throws AppError unauthenticated; forbidden while a password change is owed
 */
export async function requireApiUser(request: Request): Promise<UserContext> {
  const ctx = await visitorContext(request)
  const { actor } = ctx
  if (!actor) throw new AppError('unauthenticated', 'errors:signInFirst')
  if (actor.mustChangePassword) throw forbidden('errors:changePasswordFirst')
  return { ...ctx, actor }
}
