import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { conversationRow } from '#app/features/chat/api-rows.ts'
import { listConversations } from '#app/features/chat/conversation-queries.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The caller's conversations, the latest first. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, (ctx, say) => ({
    body: { data: listConversations(ctx).map((conversation) => conversationRow(conversation, say)) },
  }))

export const action = () => methodNotAllowed('GET', 'HEAD')
