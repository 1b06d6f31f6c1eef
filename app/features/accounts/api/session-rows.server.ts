import { avatarUrl } from '#app/features/accounts/avatar.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { findSessionUser, type SignedInUser } from '#app/features/accounts/sessions/session-user.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { startApiSession } from './start-api-session.server.ts'

/** A signed-in user as the API shows them. An individual's own company is not named. */
export function userRow(user: SignedInUser) {
  const { id, email, name, role, permissions, company } = user
  const organization = company?.kind === 'organization' ? company : null
  return {
    id,
    email,
    name,
    role,
    permissions,
    organization: organization?.name ?? 'Individual',
    companyId: organization?.id ?? null,
    avatar: avatarUrl(id),
  }
}

/** Starts a program's session and returns what the API answers: its tokens, whose they are, and whether the password must change. */
export async function loginBody(ctx: Context, userId: string) {
  const { sessionHash, ...tokens } = await startApiSession(ctx, userId)
  const found = findSessionUser(ctx.db, sessionHash, ctx.now)
  if (!found) throw new AppError('unauthenticated', 'errors:signInFirst')
  return { ...tokens, user: userRow(found.user), must_change_password: found.user.mustChangePassword }
}
