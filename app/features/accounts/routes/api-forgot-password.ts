import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { requestPasswordReset } from '#app/features/accounts/request-password-reset.server.ts'
import { forgotPasswordSchema } from '#app/features/accounts/schemas.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Mails a link to choose a new password, if there is an account. Only development answers with the link (GEN-7). */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx, translate) => {
    const { email } = await readInput(request, forgotPasswordSchema)
    const { resetLink } = await requestPasswordReset(ctx, { email })
    const message = translate({ key: 'accounts:forgot.sent', params: { email } })
    return { body: { message, ...(resetLink === null ? {} : { resetLink }) } }
  })
