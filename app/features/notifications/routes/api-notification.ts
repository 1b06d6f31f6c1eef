import type { ActionFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { deleteNotification } from '#app/features/notifications/delete-notification.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = () => methodNotAllowed('DELETE')

/** DELETE: deletes one notification of the caller. */
export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return methodNotAllowed('DELETE')
  return answerApi(request, rateLimits.notifications, 'notifications.update', (ctx) => {
    deleteNotification(ctx, { id: params.notificationId ?? '' })
    return { body: { deleted: 1 } }
  })
}
