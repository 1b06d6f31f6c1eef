import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countCall } from '#app/features/accounts/counted-call.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { withdrawRequest } from '#app/features/groups/withdraw-request.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  return answerChat(request, '/messages/groups', async (ctx) => {
    await countCall(ctx, rateLimits.chatJoin)
    withdrawRequest(ctx, { conversationId: params.conversationId ?? '' })
    return { flash: { key: 'groups:discover.withdrawn' } }
  })
}
