import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { decideHeldMessage } from '#app/features/messages/decide-held-message.server.ts'
import { yesOrNo } from '#app/platform/posted-values.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}/details`)

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', heldId = '' } = params
  return answerChat(request, `/messages/${conversationId}/details`, (ctx, form) => {
    const approve = yesOrNo(form, 'approve')
    requirePart(ctx, 'held', { conversationId, id: heldId })
    decideHeldMessage(ctx, { heldId, approve })
    return { flash: { key: approve ? 'groups:details.heldApproved' : 'groups:details.heldDenied' } }
  })
}
