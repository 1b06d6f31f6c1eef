import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = () => redirect('/messages/new')

/** Opens the direct conversation with a person, creating it if necessary. */
export async function action({ request }: ActionFunctionArgs) {
  return answerChat(request, '/messages/new', async (ctx, form) => {
    await enforceRateLimit(ctx, rateLimits.chatOpen)
    const { conversationId } = openDirect(ctx, { userId: String(form.get('userId') ?? '') })
    return { to: `/messages/${conversationId}`, data: { conversationId } }
  })
}
