import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseQuery } from '#app/features/accounts/answer-api.server.ts'
import { notificationRow } from '#app/features/notifications/api-row.ts'
import { clearNotifications } from '#app/features/notifications/clear-notifications.server.ts'
import { notificationPage } from '#app/features/notifications/queries.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { notificationCategories } from '#db/vocabulary/notifications.ts'

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')
const listSchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  unread_only: flag,
  category: z.enum(notificationCategories).optional(),
})
const clearSchema = z.object({ read_only: flag })

/** A page of the caller's notifications, newest first. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.notifications, 'notifications.read', async (ctx, translate) => {
    const { page, limit, unread_only: unreadOnly, category = null } = parseQuery(listSchema, request)
    const { rows, total } = notificationPage(ctx, { page, limit, unreadOnly, category })
    const { locale, timeZone } = await localeContextOf(request, ctx.actor)
    const format = formatFor(locale, timeZone)
    return {
      body: {
        notifications: rows.map((row) => notificationRow(row, format, translate)),
        pagination: { page, limit, total, pages: Math.ceil(total / limit) },
      },
    }
  })

/** DELETE: clears the caller's notifications, with `read_only=true` only those that were read. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return methodNotAllowed('GET', 'HEAD', 'DELETE')
  return answerApi(request, rateLimits.notifications, 'notifications.update', (ctx) => {
    const { read_only: readOnly } = parseQuery(clearSchema, request)
    return { body: clearNotifications(ctx, { readOnly }) }
  })
}
