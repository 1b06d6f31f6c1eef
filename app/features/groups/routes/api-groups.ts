import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseQuery } from '#app/features/accounts/answer-api.server.ts'
import { groupRow } from '#app/features/groups/api-rows.ts'
import { listGroups } from '#app/features/groups/group-tables.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
})

/** The groups that the caller is in, newest first. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => ({
    body: { data: listGroups(ctx, parseQuery(schema, request)).map(groupRow) },
  }))

export const action = () => methodNotAllowed('GET', 'HEAD')
