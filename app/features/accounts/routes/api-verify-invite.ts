import type { LoaderFunctionArgs } from '@remix-run/node'
import { methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { answerAuth } from '#app/features/accounts/api/answer-auth.server.ts'
import { findInvitation } from '#app/features/accounts/invitation.server.ts'

/** Whom an invitation is for, before they choose a password. Looking changes nothing. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerAuth(request, (ctx, translate) => {
    const found = findInvitation(ctx.db, ctx.now, params.token ?? '')
    if (found) return { body: { valid: true, email: found.email, name: found.name } }
    const error = translate({ key: 'accounts:invite.tokenInvalid' })
    return { status: 404, body: { success: false, valid: false, error, code: 'not_found' } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
