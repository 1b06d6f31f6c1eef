import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countCall } from '#app/features/accounts/counted-call.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
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
