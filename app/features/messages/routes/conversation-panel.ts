import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { answerChatJson } from '#app/features/conversations/answer-chat.server.ts'
import { getMessage, listMessages } from '#app/features/messages/message-queries.server.ts'
import { searchMessages } from '#app/features/messages/search-messages.server.ts'
import { chatModel, openConversation } from '#app/features/messages/thread-page.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/**
 * The data of /messages/:conversationId as JSON: with `?before=` or `?after=` a page of messages, with `?search=` a page of
 * the search's results, with `?message=` or `?around=` the conversation around that message, by its id or its seq, else its end.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const id = params.conversationId ?? ''
  const address = new URL(request.url).searchParams
  return answerChatJson(request, ctx, async () => {
    await enforceRateLimit(ctx, rateLimits.chatRead)
    const { conversation } = requireMembership(ctx.db, ctx, id)
    const search = address.get('search')?.slice(0, 100)
    if (search !== undefined) {
      const after = address.get('found-after') ?? undefined
      return { data: { page: searchMessages(ctx, { q: search, conversationId: id, after }) } }
    }
    for (const side of ['before', 'after'] as const) {
      const seq = Number(address.get(side) ?? Number.NaN)
      if (Number.isSafeInteger(seq))
        return { data: { ...listMessages(ctx, id, { [side]: seq }), rev: conversation.lastRev } }
    }
    const messageId = address.get('message')
    const message = messageId === null ? null : orNotFound(getMessage(ctx, messageId))
    const around = message ? String(message.seq) : address.get('around')
    const place = new URLSearchParams(around ? { around } : {})
    return { data: { model: chatModel(ctx, { q: '', filter: 'all' }, openConversation(ctx, id, place)) } }
  })
}
