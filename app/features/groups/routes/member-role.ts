import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { changeGroupRole } from '#app/features/groups/change-group-role.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { memberRoles } from '#db/vocabulary/chat.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}/details`)

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', userId = '' } = params
  return answerChat(request, `/messages/${conversationId}/details`, (ctx, form) => {
    const role = memberRoles.find((one) => one === form.get('role'))
    if (!role) throw invalid('validation:choice', { field: 'role' })
    changeGroupRole(ctx, { conversationId, userId, role })
    return { flash: { key: `groups:details.roleChanged.${role}` } }
  })
}
