import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { removeGroupMember } from '#app/features/groups/remove-group-member.server.ts'

/** A link to this URL opens the confirmation. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/messages/${params.conversationId}/details?confirm=remove&user=${params.userId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', userId = '' } = params
  return answerChat(request, `/messages/${conversationId}/details`, (ctx) => {
    removeGroupMember(ctx, { conversationId, userId })
    return { flash: { key: 'groups:details.removed' } }
  })
}
