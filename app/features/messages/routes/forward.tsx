import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { getConversation, listConversations } from '#app/features/conversations/conversation-queries.server.ts'
import { messageRights } from '#app/features/conversations/rights.ts'
import { forwardMessage } from '#app/features/messages/forward/forward-message.server.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { messageUrl } from '#app/features/messages/thread-page.server.ts'
import { ForwardForm } from '#app/features/messages/ui/forward/forward-form.tsx'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { idsOf } from '#app/platform/forms/posted-values.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'messagepages:forward.title', description: 'messagepages:forward.intro' }

/** How many conversations are listed; the search finds the others. */
const shown = 50

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const conversation = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const message = orNotFound(getMessage(ctx, params.messageId ?? ''))
  orNotFound(message.conversationId === conversation.id ? message : null)
  if (!messageRights(message, conversation, ctx.actor.id).forward) leavePage(messageUrl(ctx, message))
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.slice(0, 100) ?? ''
  const wanted = new Set(searchParams.getAll('conversationIds'))
  const all = wanted.size > 0 ? listConversations(ctx) : []
  return {
    conversation,
    message: { ...message, tick: null },
    viewerId: ctx.actor.id,
    q,
    targets: listConversations(ctx, { q, limit: shown }),
    chosen: all.filter(({ id }) => wanted.has(id)),
    submissionId: newSubmissionId(),
    now: ctx.now,
  }
}

/** Forwards the message to the chosen conversations. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', messageId = '' } = params
  const here = `/messages/${conversationId}/messages/${messageId}/forward`
  return answerChat(
    request,
    here,
    async (ctx, form) => {
      requirePart(ctx, 'message', { conversationId, id: messageId })
      const conversationIds = idsOf(form, 'conversationIds', 50)
      for (const _target of conversationIds) await enforceRateLimit(ctx, rateLimits.chatSend)
      const sent = await forwardMessage(ctx, { messageId, conversationIds, submissionId: submissionIdOf(form) })
      const [only] = sent
      const flash = { key: 'messagepages:forward.done', params: { count: sent.length } }
      const data = { forwarded: sent.length }
      if (sent.length > 1 || !only) return { to: `/messages/${conversationId}`, flash, data }
      if (!only.pending) return { to: messageUrl(ctx, only), flash, data }
      return { to: `/messages/${only.conversationId}`, flash: { key: 'chat:composer.pendingApproval' }, data }
    },
    { page: true },
  )
}

export default function ForwardMessage() {
  return <ForwardForm {...useLoaderData<typeof loader>()} />
}
