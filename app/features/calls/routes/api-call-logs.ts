import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseQuery } from '#app/features/accounts/answer-api.server.ts'
import { callLogRow } from '#app/features/calls/api-rows.ts'
import { callFilterTypes, callsPerPage } from '#app/features/calls/call-log.ts'
import { listCallLogs } from '#app/features/calls/queries.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(callsPerPage),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  contactName: z.string().max(100).default(''),
  callType: z.enum(callFilterTypes).optional(),
  wasRecorded: z.literal('true').optional(),
  dateFrom: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
})

/** The caller's call history, newest first. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => {
    const { contactName: name, callType: type = null, wasRecorded, dateFrom, ...part } = parseQuery(schema, request)
    const since = dateFrom === undefined ? 0 : Date.parse(dateFrom)
    const calls = listCallLogs(ctx, { name: name.trim(), type, recorded: wasRecorded !== undefined, since, ...part })
    return { body: { data: calls.map(callLogRow) } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
