import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { sessionOfRefreshToken } from '#app/features/accounts/api/refresh-api-session.server.ts'
import { apiLogoutSchema } from '#app/features/accounts/api/schemas.server.ts'
import { endSession } from '#app/features/accounts/sessions/end-session.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Ends the session of an access token or a refresh token; one that has ended already is no error. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx) => {
    const { refreshToken } = await readInput(request, apiLogoutSchema)
    const session = refreshToken === undefined ? ctx.sessionHash : sessionOfRefreshToken(ctx, refreshToken)
    if (session) endSession(ctx.db, ctx, session)
    return { body: {} }
  })
