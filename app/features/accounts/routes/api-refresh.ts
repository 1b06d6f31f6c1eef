import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { refreshApiSession } from '#app/features/accounts/api/refresh-api-session.server.ts'
import { apiRefreshSchema } from '#app/features/accounts/api/schemas.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = () => methodNotAllowed('POST')

/** New tokens for a refresh token, once. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(
    request,
    async (ctx) => ({ body: await refreshApiSession(ctx, await readInput(request, apiRefreshSchema)) }),
    rateLimits.apiRefresh,
  )
