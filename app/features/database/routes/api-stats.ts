import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { databaseSize } from '#app/features/database/tables.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** How large the database is, for super admins; whether it answers at all is at /health. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.apiAccount, 'database.read', (ctx) => {
    const { tables, bytes, freeBytes } = databaseSize(ctx)
    return { body: { tables, bytes, free_bytes: freeBytes } }
  })

export const action = () => methodNotAllowed('GET', 'HEAD')
