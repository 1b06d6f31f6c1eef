import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { markAllRead } from '#app/features/notifications/mark-all-read.server.ts'
import { markRead } from '#app/features/notifications/mark-read.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({ notification_ids: z.array(z.string().max(64)).min(1).max(500) })

export const loader = () => methodNotAllowed('PUT')

/** PUT `mark-read` marks the named notifications of the caller as read, `mark-all-read` all of them. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'PUT') return methodNotAllowed('PUT')
  const all = new URL(request.url).pathname.endsWith('/mark-all-read')
  return answerApi(request, rateLimits.notifications, 'notifications.update', async (ctx) => {
    if (all) return { body: markAllRead(ctx) }
    const { notification_ids: ids } = await readInput(request, schema)
    return { body: markRead(ctx, { ids }) }
  })
}
