import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { issuePendingToken } from '#app/features/accounts/api/access-token.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { apiLoginSchema } from '#app/features/accounts/api/schemas.server.ts'
import { loginBody } from '#app/features/accounts/api/session-rows.server.ts'
import { logIn } from '#app/features/accounts/sessions/log-in.server.ts'
import { AppError } from '#app/platform/errors.ts'

export const loader = () => methodNotAllowed('POST')

/**
 * Logs in with email and password: the tokens of a session or, where the account has a second factor, `two_factor_required` with
 * a token for `/api/auth/login/code`. Guesses are slowed as those at the login page are (ACC-9).
 */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(
    request,
    async (ctx) => {
      const { userId, needsCode } = await logIn(ctx, await readInput(request, apiLoginSchema)).catch(refuse)
      if (!needsCode) return { body: await loginBody(ctx, userId) }
      return { body: { two_factor_required: true, pendingToken: await issuePendingToken(ctx.now, userId) } }
    },
    null,
  )

/** To a program wrong credentials are a 401. */
function refuse(error: unknown): never {
  const isWrong = error instanceof AppError && error.code === 'invalid'
  throw isWrong ? new AppError('unauthenticated', 'accounts:login.wrong') : error
}
