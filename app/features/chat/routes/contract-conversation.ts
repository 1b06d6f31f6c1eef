import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/chat/answer-chat.server.ts'
import { countCall } from '#app/features/chat/counted-call.server.ts'
import { openSubjectConversation } from '#app/features/chat/open-subject-conversation.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/contracts/${params.contractId}`)

/** Opens the conversation that belongs to a contract. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.contractId ?? ''
  return answerChat(request, `/contracts/${id}`, async (ctx) => {
    await countCall(ctx, rateLimits.chatOpen)
    const { conversationId } = openSubjectConversation(ctx, { subject: 'contract', id })
    return { to: `/messages/${conversationId}`, data: { conversationId } }
  })
}
