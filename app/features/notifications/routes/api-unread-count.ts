import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { countUnread } from '#app/features/notifications/queries.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The caller's unread notifications, counted up to 100. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.notifications, 'notifications.read', (ctx) => ({ body: { count: countUnread(ctx) } }))

export const action = () => methodNotAllowed('GET', 'HEAD')
