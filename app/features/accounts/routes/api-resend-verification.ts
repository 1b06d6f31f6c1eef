import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { resendVerification } from '#app/features/accounts/resend-verification.server.ts'
import { resendSchema } from '#app/features/accounts/schemas.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Mails the verification link again, if there is an account that needs it. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx, translate) => {
    const { email } = await readInput(request, resendSchema)
    await resendVerification(ctx, { email })
    return { body: { message: translate({ key: 'accounts:verify.sent', params: { email } }) } }
  })
