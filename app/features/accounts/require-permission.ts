import { forbidden } from '#app/platform/errors.ts'
import type { Permission } from '#db/vocabulary/accounts.ts'
import type { Context, UserContext } from './context.ts'
import { hasPermissions } from './permissions.ts'

/** @throws AppError forbidden, unless the actor holds the permission. */
export function requirePermission(ctx: Context, permission: Permission): asserts ctx is UserContext {
  if (!ctx.actor || !hasPermissions(ctx.actor.role, [permission])) throw forbidden()
}
