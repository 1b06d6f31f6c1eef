import { data } from '@remix-run/node'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { getTokenOwner } from '#app/features/accounts/queries.server.ts'

/** What the mailed link is for; also the prefix of its texts. */
export type TokenPurpose = 'reset' | 'invite'

const links = {
  reset: { token: 'reset_password', missing: 'reset.noToken', invalid: 'reset.tokenInvalid' },
  invite: { token: 'invite', missing: 'invite.noToken', invalid: 'invite.tokenInvalid' },
} as const

/**
 * Loads the page behind a mailed link: the form while its token is valid, the success message (`?done=true`), or why the link
 * does not work (400 without a token, 410 for an unknown, used or expired one).
 */
export async function tokenPage(request: Request, purpose: TokenPurpose) {
  const link = links[purpose]
  const ctx = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  if (searchParams.get('done') === 'true') return data({ state: 'done' as const })
  const token = searchParams.get('token')
  if (!token) return data({ state: 'invalid' as const, reason: link.missing }, { status: 400 })
  const owner = getTokenOwner(ctx, link.token, token)
  if (!owner) return data({ state: 'invalid' as const, reason: link.invalid }, { status: 410 })
  const { name, email } = owner
  return data({ state: 'form' as const, token, name, email, minPassword: minPasswordLength(purpose) })
}
