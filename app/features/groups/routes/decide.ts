import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { decideRequest } from '#app/features/groups/decide-request.server.ts'
import { decidePendingMessage } from '#app/features/messages/decide-pending-message.server.ts'
import { readBoolean } from '#app/platform/forms/posted-values.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}/details`)

/** An admin's decision about a pending message or a request to join. `?from=thread` leads back to the conversation. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', pendingMessageId, requestId = '' } = params
  const fromThread = new URL(request.url).searchParams.get('from') === 'thread'
  return answerChat(request, `/messages/${conversationId}${fromThread ? '' : '/details'}`, (ctx, form) => {
    const approve = readBoolean(form, 'approve')
    if (pendingMessageId !== undefined) {
      requirePart(ctx, 'pendingMessage', { conversationId, id: pendingMessageId })
      decidePendingMessage(ctx, { pendingMessageId, approve })
      return { flash: { key: approve ? 'groups:details.messageApproved' : 'groups:details.messageDenied' } }
    }
    requirePart(ctx, 'request', { conversationId, id: requestId })
    decideRequest(ctx, { requestId, approve })
    return { flash: { key: approve ? 'groups:details.requestApproved' : 'groups:details.requestDenied' } }
  })
}
