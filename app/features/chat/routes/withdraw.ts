import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/chat/answer-chat.server.ts'
import { withdrawRequest } from '#app/features/chat/withdraw-request.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  return answerChat(request, '/messages/groups', (ctx) => {
    withdrawRequest(ctx, { conversationId: params.conversationId ?? '' })
    return { flash: { key: 'groups:discover.withdrawn' } }
  })
}
