import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { readPendingToken } from '#app/features/accounts/api/access-token.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { apiCodeSchema } from '#app/features/accounts/api/schemas.server.ts'
import { loginBody } from '#app/features/accounts/api/session-rows.server.ts'
import { enterCode } from '#app/features/accounts/two-factor/enter-code.server.ts'
import { AppError } from '#app/platform/errors.ts'

export const loader = () => methodNotAllowed('POST')

/** The second step of a login (ACC-12): the tokens of a session for a code of the app, or a recovery code. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx) => {
    const { pendingToken, code } = await readInput(request, apiCodeSchema)
    const pending = await readPendingToken(ctx.now, pendingToken)
    if (!pending) throw new AppError('unauthenticated', 'errors:signInFirst')
    const { sub: userId, since } = pending
    await enterCode(ctx, { userId, since, remember: true }, { code })
    return { body: await loginBody(ctx, userId) }
  })
