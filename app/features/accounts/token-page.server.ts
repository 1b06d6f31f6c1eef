import { data } from '@remix-run/node'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { findTokenOwner } from './account-tokens.server.ts'
import { findInvitation } from './invitation.server.ts'
import { joinRefusal } from './join-company.server.ts'
import { rememberReturnTo } from './sessions/return-to.server.ts'
import { findUserByEmail } from './user-by-email.server.ts'

/** What the mailed link is for; also the prefix of its texts. */
export type TokenPurpose = 'reset' | 'invite'

/**
 * Loads the page behind the mailed link to a new password: the form while its token is valid, the success message (`?done=true`),
 * or why the link does not work (400 without a token, 410 for an unknown, used or expired one). Opening it changes nothing.
 */
export async function resetPage(request: Request) {
  const { ctx, done, token } = await readLink(request)
  if (done) return data({ state: 'done' as const })
  if (!token) return data({ state: 'invalid' as const, reason: 'reset.noToken' as const }, { status: 400 })
  const owner = findTokenOwner(ctx.db, ctx.now, 'reset_password', token)
  if (!owner) return data({ state: 'invalid' as const, reason: 'reset.tokenInvalid' as const }, { status: 410 })
  const { name, email } = owner
  return data({ state: 'form' as const, token, name, email, minPassword: minPasswordLength('reset') })
}

/**
 * Loads the page behind the link of an invitation, likewise. `form` chooses the first password of a new account; where the address
 * has an account, its owner is asked to log in (`login`) and then to join (`join`, with the reason why they cannot, if any).
 */
export async function invitationPage(request: Request) {
  const { ctx, done, token } = await readLink(request)
  if (done) return data({ state: 'done' as const })
  if (!token) return data({ state: 'invalid' as const, reason: 'invite.noToken' as const }, { status: 400 })
  const invitation = findInvitation(ctx.db, ctx.now, token)
  if (!invitation) return data({ state: 'invalid' as const, reason: 'invite.tokenInvalid' as const }, { status: 410 })
  const { name, email, companyName: company } = invitation
  if (!findUserByEmail(ctx.db, email)) {
    return data({ state: 'form' as const, token, name, email, company, minPassword: minPasswordLength('invite') })
  }
  const { actor } = ctx
  if (actor?.email.toLowerCase() === email.toLowerCase()) {
    const refusal = joinRefusal(ctx.db, { ...ctx, actor })?.text ?? null
    return data({ state: 'join' as const, token, email, company, refusal })
  }
  const { pathname, search } = new URL(request.url)
  const headers = { 'Set-Cookie': await rememberReturnTo(pathname + search) }
  return data({ state: 'login' as const, email, company, signedInAs: actor?.email ?? null }, { headers })
}

async function readLink(request: Request) {
  const { searchParams } = new URL(request.url)
  const [ctx, done] = [await visitorContext(request), searchParams.get('done') === 'true']
  return { ctx, done, token: searchParams.get('token') }
}
