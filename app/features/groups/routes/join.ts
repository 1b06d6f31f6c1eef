import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countCall } from '#app/features/accounts/counted-call.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { joinGroup } from '#app/features/groups/join-group.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, '/messages/groups', async (ctx) => {
    await countCall(ctx, rateLimits.chatJoin)
    joinGroup(ctx, { conversationId })
    return { to: `/messages/${conversationId}`, flash: { key: 'groups:discover.joined' }, data: { conversationId } }
  })
}
