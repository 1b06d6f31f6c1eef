import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { createPoll } from '#app/features/messages/polls/create-poll.server.ts'
import { pollSchema } from '#app/features/messages/polls/poll-schema.server.ts'
import { messageUrl } from '#app/features/messages/thread-page.server.ts'
import { PollForm } from '#app/features/messages/ui/polls/poll-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'polls:new.title', description: 'polls:new.intro' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const { id, name } = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  return { id, name, clientId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatChange, 'messages.read')
  const conversationId = params.conversationId ?? ''
  orNotFound(getConversation(ctx, conversationId))
  return handleForm(request, pollSchema(await localeContextOf(request, ctx.actor)), async (input) => {
    await enforceRateLimit(ctx, rateLimits.chatSend)
    const { id } = createPoll(ctx, { ...input, conversationId })
    return redirect(messageUrl(ctx, orNotFound(getMessage(ctx, id))), { status: 303 })
  })
}

export default function NewPoll() {
  const { id, name, clientId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  return <PollForm conversation={{ id, name }} clientId={clientId} lastResult={lastResult} />
}
