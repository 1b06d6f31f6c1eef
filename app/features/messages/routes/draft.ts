import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { saveDraft } from '#app/features/messages/save-draft.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, `/messages/${conversationId}`, (ctx, form) => {
    const replyToId = String(form.get('replyToId') ?? '') || null
    saveDraft(ctx, { conversationId, text: String(form.get('text') ?? ''), replyToId })
    return {}
  })
}
