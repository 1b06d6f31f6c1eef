import type { ActionFunctionArgs } from '@remix-run/node'
import { acceptInvite } from '#app/features/accounts/accept-invite.server.ts'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { apiPasswordSchema } from '#app/features/accounts/api/schemas.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Accepts an invitation with the first password of a new account. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx, translate) => {
    await acceptInvite(ctx, await readInput(request, apiPasswordSchema(minPasswordLength('invite'))))
    return { body: { message: translate({ key: 'serveronly:passwordSet' }) } }
  })
