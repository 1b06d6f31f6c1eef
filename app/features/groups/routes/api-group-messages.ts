import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseQuery } from '#app/features/accounts/answer-api.server.ts'
import { groupMessageRow } from '#app/features/groups/api-rows.ts'
import { messageRow } from '#app/features/messages/api-rows.ts'
import { messagesPerPage } from '#app/features/messages/limits.ts'
import { listMessages } from '#app/features/messages/message-queries.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({
  group_id: z.string().min(1),
  limit: z.coerce.number().int().min(1).max(100).default(messagesPerPage),
  before: z.coerce.number().int().min(0).optional(),
})

/** A page of a group's messages, oldest first: the latest, or those before a `seq`. They are sent by /api/conversations. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx, translate) => {
    const { group_id: groupId, ...asked } = parseQuery(schema, request)
    const { messages } = listMessages(ctx, groupId, asked)
    const rows = messages.map((message) => groupMessageRow(messageRow(message, ctx.actor.id, translate)))
    return { body: { data: rows } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
