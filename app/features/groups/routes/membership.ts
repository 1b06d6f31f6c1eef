import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { joinGroup } from '#app/features/groups/join-group.server.ts'
import { leaveGroup } from '#app/features/groups/leave-group.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { withdrawRequest } from '#app/features/groups/withdraw-request.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

/** Opens the group; `leave` asks for confirmation first, because leaving a private group cannot be undone. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const group = `/messages/${params.conversationId}`
  return redirect(lastPathSegment(request) === 'leave' ? `${group}/details?confirm=leave` : group)
}

/** The buttons to join a group, request to join it, withdraw the request, and leave. */
export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  const button = lastPathSegment(request)
  const back = button === 'leave' ? `/messages/${conversationId}/details` : '/messages/groups'
  return answerChat(request, back, async (ctx) => {
    await enforceRateLimit(ctx, rateLimits.chatJoin)
    switch (button) {
      case 'join':
        joinGroup(ctx, { conversationId })
        return { to: `/messages/${conversationId}`, flash: { key: 'groups:discover.joined' }, data: { conversationId } }
      case 'request':
        requestToJoin(ctx, { conversationId })
        return { flash: { key: 'groups:discover.requested' } }
      case 'withdraw':
        withdrawRequest(ctx, { conversationId })
        return { flash: { key: 'groups:discover.withdrawn' } }
      case 'leave':
        leaveGroup(ctx, { conversationId })
        return { to: '/messages', flash: { key: 'groups:details.left' } }
      default:
        throw notFound()
    }
  })
}
