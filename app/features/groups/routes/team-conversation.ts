import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { countCall } from '#app/features/accounts/counted-call.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = () => redirect('/messages/new')

/** Opens the conversation of everybody in one's company. */
export async function action({ request }: ActionFunctionArgs) {
  return answerChat(request, '/messages/new', async (ctx) => {
    await countCall(ctx, rateLimits.chatOpen)
    if (!ctx.company) throw notFound()
    const { conversationId } = openSubjectConversation(ctx, { subject: 'company', id: ctx.company.id })
    return { to: `/messages/${conversationId}`, data: { conversationId } }
  })
}
