import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { apiVerifyEmailSchema } from '#app/features/accounts/api/schemas.server.ts'
import { verifyEmail } from '#app/features/accounts/verify-email.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Confirms an address with a mailed token, for whoever shows an access token of the account or knows its password (ACC-4). */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx, translate) => {
    await verifyEmail(ctx, await readInput(request, apiVerifyEmailSchema))
    return { body: { message: translate({ key: 'serveronly:emailVerified' }) } }
  })
