import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { getMessage, seenBy } from '#app/features/messages/message-queries.server.ts'
import { tickOf } from '#app/features/messages/ticks.ts'
import { MessagePage } from '#app/features/messages/ui/message-page.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'chat:screen.message.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const conversation = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const message = orNotFound(getMessage(ctx, params.messageId ?? ''))
  orNotFound(message.conversationId === conversation.id ? message : null)
  const tick = tickOf(message, conversation.members, ctx.actor.id)
  return { message: { ...message, tick }, conversation, viewerId: ctx.actor.id, seenBy: seenBy(ctx, message.id) }
}

export default function Message() {
  return <MessagePage {...useLoaderData<typeof loader>()} />
}
