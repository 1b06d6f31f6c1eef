import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { inviteMembers } from '#app/features/groups/invite-members.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { idsOf } from '#app/platform/forms/posted-values.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}/details`)

/** Adds the chosen people to a conversation. */
export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, `/messages/${conversationId}/invite`, async (ctx, form) => {
    await enforceRateLimit(ctx, rateLimits.chatInvite)
    const userIds = idsOf(form, 'userIds')
    if (userIds.length === 0) throw invalid('groups:details.nobodyChosen', { field: 'userIds' })
    const { added } = inviteMembers(ctx, { conversationId, userIds })
    const flash = { key: 'groups:details.invited', params: { count: added } }
    return { to: `/messages/${conversationId}/details`, flash, data: { added } }
  })
}
