import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { describeTables } from '#app/features/database/tables.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** Every table with its columns, for super admins. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.apiAccount, 'database.read', (ctx) => ({ body: { tables: describeTables(ctx) } }))

export const action = () => methodNotAllowed('GET', 'HEAD')
