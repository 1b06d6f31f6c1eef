import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { apiPasswordSchema } from '#app/features/accounts/api/schemas.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { resetPassword } from '#app/features/accounts/reset-password.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Sets a new password with a mailed token, and ends every session of the account. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx, translate) => {
    await resetPassword(ctx, await readInput(request, apiPasswordSchema(minPasswordLength('reset'))))
    return { body: { message: translate({ key: 'serveronly:passwordSet' }) } }
  })
