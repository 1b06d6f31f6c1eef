import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countCall } from '#app/features/accounts/counted-call.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { leaveGroup } from '#app/features/groups/leave-group.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A link here asks first: leaving a private group cannot be undone. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/messages/${params.conversationId}/details?confirm=leave`)

export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, `/messages/${conversationId}/details`, async (ctx) => {
    await countCall(ctx, rateLimits.chatJoin)
    leaveGroup(ctx, { conversationId })
    return { to: '/messages', flash: { key: 'groups:details.left' } }
  })
}
