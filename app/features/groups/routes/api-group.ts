import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { groupRow } from '#app/features/groups/api-rows.ts'
import { listGroups } from '#app/features/groups/group-tables.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A group that the caller is in. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => {
    const [group] = listGroups(ctx, { groupId: params.groupId ?? '', limit: 1, offset: 0 })
    if (!group) throw notFound('errors:notFound')
    return { body: { data: groupRow(group) } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
