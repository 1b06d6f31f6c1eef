import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { markConversationRead } from '#app/features/conversations/mark-conversation-read.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, `/messages/${conversationId}`, (ctx, form) => {
    const messageId = String(form.get('messageId') ?? '') || undefined
    return { data: markConversationRead(ctx, { conversationId, messageId }) }
  })
}
