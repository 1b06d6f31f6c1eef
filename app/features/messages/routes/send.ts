import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { answerChatJson } from '#app/features/conversations/answer-chat.server.ts'
import { RefusedForm, receiveMessage } from '#app/features/messages/receive-message.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

/** Sends a message for scripts. The page's own form posts to the page, which can show the typed text again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const conversationId = params.conversationId ?? ''
  const send = () =>
    receiveMessage(ctx, request, conversationId).catch((error: unknown) => {
      throw error instanceof RefusedForm ? error.reason : error
    })
  if (request.headers.get('Accept')?.startsWith('application/json'))
    return answerChatJson(request, ctx, async () => ({ data: await send() }))
  const back = `/messages/${conversationId}`
  return handleButton(request, back, async () => {
    const sent = await send()
    if (!sent.pending) return redirect(`${back}#m${sent.seq}`, { status: 303 })
    return redirectWithFlash(request, back, { tone: 'info', text: { key: 'chat:composer.pendingApproval' } })
  })
}
