import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseQuery, readInput } from '#app/features/accounts/answer-api.server.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { messageRow } from '#app/features/messages/api-rows.ts'
import { messagesPerPage } from '#app/features/messages/limits.ts'
import { listMessages } from '#app/features/messages/message-queries.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const place = z.coerce.number().int().min(0).optional()
const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(messagesPerPage),
  before: place,
  after: place,
  around: place,
})

const sendSchema = z.object({
  text: z.string().default(''),
  clientId: z.uuid(),
  type: z.enum(['text', 'file']).optional(),
  fileId: z.string().optional(),
  replyToId: z.string().nullish(),
})

/** A page of messages, oldest first: the latest, or those before, after or around a `seq`. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx, translate) => {
    const asked = parseQuery(pageSchema, request)
    const { messages, hasOlder, hasNewer } = listMessages(ctx, params.conversationId ?? '', asked)
    return {
      body: {
        data: messages.map((message) => messageRow(message, ctx.actor.id, translate)),
        has_older: hasOlder,
        has_newer: hasNewer,
      },
    }
  })

/** Sends a message: 201, 200 if it was sent before, or 202 if it is pending approval. */
export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'POST') return methodNotAllowed('GET', 'HEAD', 'POST')
  return answerApi(request, rateLimits.chatChange, 'messages.send', async (ctx) => {
    await enforceRateLimit(ctx, rateLimits.chatSend)
    const { fileId, ...input } = await readInput(request, sendSchema)
    const conversationId = params.conversationId ?? ''
    const sent = sendMessage(ctx, { ...input, conversationId, fileIds: fileId ? [fileId] : [] })
    const { createdAt, ...result } = sent
    const status = sent.duplicate ? 200 : sent.pending ? 202 : 201
    return { status, body: { data: { ...result, created_at: new Date(createdAt).toISOString() } } }
  })
}
