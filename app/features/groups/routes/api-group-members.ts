import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseQuery } from '#app/features/accounts/answer-api.server.ts'
import { groupMemberRow } from '#app/features/groups/api-rows.ts'
import { listGroupMembers } from '#app/features/groups/group-tables.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  group_id: z.string().optional(),
})

/** The members of the groups that the caller is in; of one with `group_id`. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => {
    const { group_id: groupId = null, ...part } = parseQuery(schema, request)
    return { body: { data: listGroupMembers(ctx, { groupId, ...part }).map(groupMemberRow) } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
