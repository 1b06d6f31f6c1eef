import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { preferencesBody, preferencesInput, withChanges } from '#app/features/notifications/preferences/api.server.ts'
import { getPreferences } from '#app/features/notifications/preferences/preferences.server.ts'
import { savePreferences } from '#app/features/notifications/preferences/save-preferences.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** What the caller has chosen, or the defaults. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.notifications, 'notifications.read', (ctx) => ({
    body: preferencesBody(getPreferences(ctx)),
  }))

/** PUT changes what it names and leaves the rest. Answers with all of it. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'PUT') return methodNotAllowed('GET', 'HEAD', 'PUT')
  return answerApi(request, rateLimits.notifications, 'notifications.update', async (ctx) => {
    const changes = await readInput(request, preferencesInput)
    savePreferences(ctx, withChanges(getPreferences(ctx), changes))
    return { body: preferencesBody(getPreferences(ctx)) }
  })
}
