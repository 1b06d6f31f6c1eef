import type { LoaderFunctionArgs } from '@remix-run/node'
import { findTokenOwner } from '#app/features/accounts/account-tokens.server.ts'
import { methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { answerAuth } from '#app/features/accounts/api/answer-auth.server.ts'
import { notFound } from '#app/platform/errors.ts'

/** Whose password a mailed token may change. Looking changes nothing. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerAuth(request, (ctx) => {
    const owner = findTokenOwner(ctx.db, ctx.now, 'reset_password', params.token ?? '')
    if (!owner) throw notFound('accounts:reset.tokenInvalid')
    return { body: { email: owner.email } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
