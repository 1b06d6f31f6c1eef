import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseQuery } from '#app/features/accounts/answer-api.server.ts'
import { callRecordingRow } from '#app/features/calls/api-rows.ts'
import { callsPerPage } from '#app/features/calls/call-log.ts'
import { listRecordingFiles } from '#app/features/calls/recordings/find-recording.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(callsPerPage),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  call_log_id: z.string().optional(),
})

/** The recordings that the caller may play, newest first; of one call with `call_log_id`. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => {
    const { call_log_id: callId = null, ...part } = parseQuery(schema, request)
    return { body: { data: listRecordingFiles(ctx, { callId, ...part }).map(callRecordingRow) } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
