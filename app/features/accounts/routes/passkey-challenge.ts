import type { ActionFunctionArgs } from '@remix-run/node'
import { answerJson, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { unstored } from '#app/features/accounts/api/answer-auth.server.ts'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { askForPasskey } from '#app/features/accounts/passkeys/ask-for-passkey.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Asks the user's browser for one of their own passkeys, with which they confirm a form (passkey-proof.tsx). */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const ctx = await visitorContext(request)
  const answer = await answerJson(request, async (speak) => {
    await speak(ctx.actor?.locale ?? null)
    requireRight(ctx, 'security.update')
    const { sessionHash, actor } = ctx
    const asked = { holder: sessionHash ?? '', purpose: 'confirm' as const, userId: actor.id }
    return { body: { options: await askForPasskey(ctx, asked) } }
  })
  return unstored(answer)
}
