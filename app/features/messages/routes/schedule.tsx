import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { saveDraft } from '#app/features/messages/save-draft.server.ts'
import { scheduleMessage } from '#app/features/messages/scheduled/schedule-message.server.ts'
import { scheduledSchema } from '#app/features/messages/scheduled/scheduled-schema.server.ts'
import { ScheduleForm } from '#app/features/messages/ui/scheduled/schedule-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'scheduledmessages:new.title', description: 'scheduledmessages:new.intro' }

const hour = 3_600_000

/** The form to send a message later, with what is written in the conversation's draft. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const { id, name, draft } = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const { timeZone } = await localeContextOf(request, ctx.actor)
  // The next full hour that is at least one away.
  const sendAt = localDateTimeText(Math.ceil(ctx.now / hour + 1) * hour, timeZone)
  return { id, name, initial: { text: draft ?? '', sendAt }, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatChange, 'messages.read')
  const conversationId = params.conversationId ?? ''
  const { draft } = orNotFound(getConversation(ctx, conversationId))
  return handleForm(request, scheduledSchema(await localeContextOf(request, ctx.actor)), async (input) => {
    await enforceRateLimit(ctx, rateLimits.chatSend)
    scheduleMessage(ctx, { ...input, conversationId })
    // What was written there is on its way.
    if (draft?.trim() === input.text.trim()) saveDraft(ctx, { conversationId, text: '', replyToId: null })
    const text = { key: 'scheduledmessages:new.done' }
    return redirectWithFlash(request, '/messages/scheduled', { tone: 'success', text })
  })
}

export default function ScheduleMessage() {
  const { id, name, initial, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  return (
    <ScheduleForm
      conversation={{ id, name }}
      initial={initial}
      submissionId={submissionId}
      lastResult={lastResult}
      texts="new"
    />
  )
}
