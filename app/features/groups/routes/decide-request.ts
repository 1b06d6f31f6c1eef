import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { decideRequest } from '#app/features/groups/decide-request.server.ts'
import { yesOrNo } from '#app/platform/posted-values.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}/details`)

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', requestId = '' } = params
  return answerChat(request, `/messages/${conversationId}/details`, (ctx, form) => {
    const approve = yesOrNo(form, 'approve')
    requirePart(ctx, 'request', { conversationId, id: requestId })
    decideRequest(ctx, { requestId, approve })
    return { flash: { key: approve ? 'groups:details.requestApproved' : 'groups:details.requestDenied' } }
  })
}
