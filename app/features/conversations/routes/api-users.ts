import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { listPeople } from '#app/features/conversations/people-queries.server.ts'
import { personRow } from '#app/features/messages/api-rows.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The active people whom the caller can write to. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => ({
    body: { data: listPeople(ctx, { limit: 1000 }).map(personRow) },
  }))

export const action = () => methodNotAllowed('GET', 'HEAD')
