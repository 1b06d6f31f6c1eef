import { data, redirect } from '@remix-run/node'
import type { UserContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import type { RefusedMessage } from '#app/features/conversations/ui/chat-model.ts'
import { statusOf } from '#app/platform/errors.ts'
import { readFields } from '#app/platform/forms/read-fields.server.ts'
import { RefusedForm, receiveMessage } from './receive-message.server.ts'

/**
 * Sends the form of a composer on the page `here`: redirects to the message there, or returns the typed text and the refusal for the
 * page to show again.
 */
export async function answerComposer(ctx: UserContext, request: Request, conversationId: string, here: string) {
  try {
    const sent = await receiveMessage(ctx, request, conversationId)
    if (!sent.pending) return redirect(`${here}#m${sent.seq}`, { status: 303 })
    return await redirectWithFlash(request, here, { tone: 'info', text: { key: 'chat:composer.pendingApproval' } })
  } catch (error) {
    if (!(error instanceof RefusedForm)) throw error
    const { code, text, retryAfterSeconds } = error.reason
    if (code === 'not_found') throw new Response(text.key, { status: 404 })
    const typed = request.bodyUsed ? error.text : String((await readFields(request)).get('text') ?? '')
    const refused: RefusedMessage = { error: error.message, text: typed }
    const headers = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : undefined
    return data({ refused }, { status: statusOf[code], headers })
  }
}
