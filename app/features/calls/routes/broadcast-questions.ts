import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { askQuestion } from '#app/features/calls/broadcasts/ask-question.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { broadcastLengths } from '#app/realtime/protocol/broadcast-events.ts'

const question = requiredText(broadcastLengths.question)

/** Asks a question during a broadcast. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const broadcastId = params.broadcastId ?? ''
  return handleButton(request, `/broadcasts/${broadcastId}`, async () => {
    await enforceRateLimit(ctx, rateLimits.chatChange)
    await enforceRateLimit(ctx, rateLimits.chatSend)
    const form = await readForm(request)
    const text = question.safeParse(form.get('text') ?? undefined)
    if (!text.success) throw invalid(text.error.issues[0]?.message ?? 'validation:required')
    askQuestion(ctx, { broadcastId, text: text.data, submissionId: submissionIdOf(form) })
    return redirect(`/broadcasts/${broadcastId}`)
  })
}
