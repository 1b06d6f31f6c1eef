import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { changeScheduledMessage } from '#app/features/messages/scheduled/change-scheduled-message.server.ts'
import { listScheduled } from '#app/features/messages/scheduled/scheduled-queries.server.ts'
import { scheduledSchema } from '#app/features/messages/scheduled/scheduled-schema.server.ts'
import { ScheduleForm } from '#app/features/messages/ui/scheduled/schedule-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'scheduledmessages:edit.title', description: 'scheduledmessages:new.intro' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const found = orNotFound(listScheduled(ctx).find(({ id }) => id === params.scheduledId) ?? null)
  if (found.status !== 'pending') leavePage('/messages/scheduled')
  const { timeZone } = await localeContextOf(request, ctx.actor)
  const { conversationId, conversationName, text, sendAt } = found
  return {
    conversation: { id: conversationId, name: conversationName },
    initial: { text, sendAt: localDateTimeText(sendAt, timeZone) },
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatChange, 'messages.read')
  return handleForm(request, scheduledSchema(await localeContextOf(request, ctx.actor)), ({ text, sendAt }) => {
    changeScheduledMessage(ctx, { id: params.scheduledId ?? '', text, sendAt })
    const said = { key: 'scheduledmessages:edit.done' }
    return redirectWithFlash(request, '/messages/scheduled', { tone: 'success', text: said })
  })
}

export default function EditScheduled() {
  const lastResult = useActionData<typeof action>()?.lastResult
  return <ScheduleForm {...useLoaderData<typeof loader>()} lastResult={lastResult} texts="edit" />
}
