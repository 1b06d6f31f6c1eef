import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { answerComposer } from '#app/features/messages/answer-composer.server.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { getReplyChain } from '#app/features/messages/replies/reply-chain.server.ts'
import { tickOf } from '#app/features/messages/ticks.ts'
import { ReplyChain } from '#app/features/messages/ui/replies/reply-chain.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'messagepages:replies.title', description: 'messagepages:replies.intro' }

/** A message with what it answers and what answers it; `?to=` is the message that the form answers, by default the one of the page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const conversation = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const { message, messages, isCut, clientId } = orNotFound(getReplyChain(ctx, params.messageId ?? ''))
  orNotFound(message.conversationId === conversation.id ? message : null)
  const to = new URL(request.url).searchParams.get('to')
  const answers = (id: string) => messages.find((each) => each.id === id && each.state === 'live') ?? null
  return {
    conversation,
    message,
    messages: messages.map((each) => ({ ...each, tick: tickOf(each, conversation.members, ctx.actor.id) })),
    isCut,
    answered: (to ? answers(to) : null) ?? answers(message.id),
    viewerId: ctx.actor.id,
    clientId,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const { conversationId = '', messageId = '' } = params
  const message = orNotFound(getMessage(ctx, messageId))
  orNotFound(message.conversationId === conversationId ? message : null)
  return answerComposer(ctx, request, conversationId, `/messages/${conversationId}/messages/${messageId}/replies`)
}

export default function Replies() {
  const refused = useActionData<typeof action>()?.refused
  return <ReplyChain {...useLoaderData<typeof loader>()} refused={refused} />
}
