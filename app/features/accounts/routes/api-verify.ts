import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerJson, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { unstored } from '#app/features/accounts/api/answer-auth.server.ts'
import { userRow } from '#app/features/accounts/api/session-rows.server.ts'
import { requireApiCaller } from '#app/features/accounts/require-api-user.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'

/** Whether a token is still good, and whose it is; also while they have a password to change or a second factor to set up. */
export const loader = async ({ request }: LoaderFunctionArgs) =>
  unstored(
    await answerJson(request, async (speak) => {
      const { db, actor, company } = await requireApiCaller(request)
      await speak(actor.locale)
      await consumePoint(db.$client, rateLimits.apiAccount, actor.id)
      return { body: { user: userRow({ ...actor, company }) } }
    }),
  )

export const action = () => methodNotAllowed('GET', 'HEAD')
