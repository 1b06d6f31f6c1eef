import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { deleteNotification } from '#app/features/notifications/delete-notification.server.ts'
import { historyPath, parseHistoryFilter } from '#app/features/notifications/history-filter.ts'
import { markAllRead } from '#app/features/notifications/mark-all-read.server.ts'
import { markRead } from '#app/features/notifications/mark-read.server.ts'
import { openNotification } from '#app/features/notifications/open-notification.server.ts'
import { countUnread, listNotifications } from '#app/features/notifications/queries.server.ts'
import { NotificationHistory } from '#app/features/notifications/ui/notification-history.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'notifications:title', description: 'notifications:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'notifications.read')
  const filter = parseHistoryFilter(new URL(request.url).searchParams)
  const { rows, next } = listNotifications(ctx, filter)
  return { filter, rows, next, unread: countUnread(ctx), now: requestContext().now }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  const form = await readForm(request)
  const back = historyPath(parseHistoryFilter(new URL(request.url).searchParams))
  const id = String(form.get('notification_id') ?? '')
  return handleButton(request, back, () => {
    switch (form.get('intent')) {
      case 'open':
        return redirect(openNotification(ctx, { id }).to, 303)
      case 'mark-read':
        markRead(ctx, { ids: [id] })
        return redirect(back, 303)
      case 'mark-all-read':
        markAllRead(ctx)
        return redirectWithFlash(request, back, { tone: 'success', text: { key: 'notifications:done.allRead' } })
      case 'delete':
        deleteNotification(ctx, { id })
        return redirectWithFlash(request, back, { tone: 'success', text: { key: 'notifications:done.deleted' } })
      default:
        return redirect(back, 303)
    }
  })
}

export default function NotificationHistoryPage() {
  return <NotificationHistory {...useLoaderData<typeof loader>()} />
}
