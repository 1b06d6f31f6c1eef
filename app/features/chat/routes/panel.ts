import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { answerScript } from '#app/features/chat/answer-chat.server.ts'
import { countCall } from '#app/features/chat/counted-call.server.ts'
import { presenceFor } from '#app/features/chat/presence.server.ts'
import { getChatPreferences } from '#app/features/chat/set-chat-preferences.server.ts'
import { chatModel } from '#app/features/chat/thread-page.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** What /messages shows, for scripts: the panel over other pages, the badge and the notifications begin with it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  return answerScript(request, ctx, async () => {
    await countCall(ctx, rateLimits.chatRead)
    const model = chatModel(ctx, '', null)
    const presence = { ...model.presence, ...presenceFor(ctx, [ctx.actor.id]) }
    return { data: { model: { ...model, presence }, shortcuts: getChatPreferences(ctx).shortcuts } }
  })
}
