import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { answerChatJson } from '#app/features/conversations/answer-chat.server.ts'
import { getChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { askedList, chatModel } from '#app/features/messages/thread-page.server.ts'
import { presenceFor } from '#app/features/presence/presence.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The conversation list, or what `?filter=` leaves of it, as JSON, with which the chat panel, the unread badge and notifications start. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  return answerChatJson(request, ctx, async () => {
    await enforceRateLimit(ctx, rateLimits.chatRead)
    const model = chatModel(ctx, askedList(new URL(request.url).searchParams), null)
    const presence = { ...model.presence, ...presenceFor(ctx, [ctx.actor.id]) }
    return { data: { model: { ...model, presence }, shortcuts: getChatPreferences(ctx).shortcuts } }
  })
}
