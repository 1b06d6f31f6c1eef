import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { requireWriteScope } from '#app/features/accounts/require-right.server.ts'
import { markConversationRead } from '#app/features/conversations/mark-conversation-read.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({ message_id: z.string().optional() })

export const loader = () => methodNotAllowed('POST')

/** Marks the conversation as read for the caller, up to `message_id` if given. A person who only reads messages may too; a token must cover changes. */
export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return answerApi(request, rateLimits.chatChange, 'messages.read', async (ctx) => {
    requireWriteScope(ctx, 'messages')
    const { message_id: messageId } = await readInput(request, schema)
    const read = markConversationRead(ctx, { conversationId: params.conversationId ?? '', messageId })
    return { body: { data: { last_read_seq: read.lastReadSeq, unread_count: read.unread } } }
  })
}
