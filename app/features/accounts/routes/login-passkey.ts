import type { ActionFunctionArgs } from '@remix-run/node'
import { answerJson, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { unstored } from '#app/features/accounts/api/answer-auth.server.ts'
import { requireGuest } from '#app/features/accounts/guards.server.ts'
import { askForPasskey } from '#app/features/accounts/passkeys/ask-for-passkey.server.ts'
import { newGuestHolder } from '#app/features/accounts/passkeys/challenges.server.ts'
import { readPendingLogin } from '#app/features/accounts/sessions/pending-login.server.ts'

export const loader = () => methodNotAllowed('POST')

/**
 * Asks a guest's browser for a passkey (public/passkeys.js): with `?second=true` for one of the account whose password waits for a
 * second factor, otherwise for whichever its person chooses.
 */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const ctx = await requireGuest(request)
  const { holder, cookie } = await newGuestHolder()
  const isSecond = new URL(request.url).searchParams.get('second') === 'true'
  const answer = await answerJson(request, async (speak) => {
    await speak(null)
    const userId = (isSecond && (await readPendingLogin(request))?.userId) || null
    return { body: { options: await askForPasskey(ctx, { holder, purpose: 'login', userId }) } }
  })
  answer.headers.append('Set-Cookie', cookie)
  return unstored(answer)
}
