import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { markConversationUnread } from '#app/features/conversations/mark-conversation-read.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

/** Back to the list: in the conversation itself it would be read at once. */
export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, `/messages/${conversationId}`, (ctx) => {
    markConversationUnread(ctx, { conversationId })
    return { to: '/messages', flash: { key: 'chat:screen.markedUnread' } }
  })
}
