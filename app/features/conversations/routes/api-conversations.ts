import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { countReaders, listConversations } from '#app/features/conversations/conversation-queries.server.ts'
import { conversationRow } from '#app/features/messages/api-rows.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The caller's conversations, latest first. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx, translate) => {
    const conversations = listConversations(ctx)
    const counts = countReaders(
      ctx,
      conversations.map(({ id }) => id),
    )
    const data = conversations.map((each) =>
      conversationRow({ ...each, memberCount: counts.get(each.id) ?? 0 }, ctx.actor.id, translate),
    )
    return { body: { data } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
