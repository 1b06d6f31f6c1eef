import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countCall } from '#app/features/accounts/counted-call.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/projects/${params.projectId}`)

/** Opens the conversation that belongs to a project. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.projectId ?? ''
  return answerChat(request, `/projects/${id}`, async (ctx) => {
    await countCall(ctx, rateLimits.chatOpen)
    const { conversationId } = openSubjectConversation(ctx, { subject: 'project', id })
    return { to: `/messages/${conversationId}`, data: { conversationId } }
  })
}
