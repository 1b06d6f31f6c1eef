import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import { answerAuthPost } from '#app/features/accounts/api/answer-auth.server.ts'
import { apiSignupSchema } from '#app/features/accounts/api/schemas.server.ts'
import { loginBody } from '#app/features/accounts/api/session-rows.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { signUp } from '#app/features/accounts/sign-up.server.ts'
import { detectLanguage } from '#app/i18n/i18n.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Creates an account, as the page does, and logs it in. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerAuthPost(request, async (ctx) => {
    const input = await readInput(request, apiSignupSchema(minPasswordLength('signup')))
    const { locale } = await detectLanguage(request, null)
    const { userId } = await signUp(ctx, { ...input, locale })
    const { accessToken, refreshToken, user } = await loginBody(ctx, userId)
    return { status: 201, body: { accessToken, refreshToken, user } }
  })
