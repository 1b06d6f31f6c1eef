import type { ActionFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { keepDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { pushSubscriptionInput, subscribePush } from '#app/features/notifications/push/subscribe-push.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = () => methodNotAllowed('PUT')

/** PUT: the browser of the session gets push messages from now on. For our own pages: a program has no browser. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'PUT') return methodNotAllowed('PUT')
  return answerApi(request, rateLimits.notifications, 'notifications.update', async (ctx) => {
    const subscription = await readInput(request, pushSubscriptionInput)
    const { device, cookie } = await keepDevice(request, ctx.actor.id)
    subscribePush(ctx, { device, subscription })
    return { body: {}, headers: { 'Set-Cookie': cookie } }
  })
}
