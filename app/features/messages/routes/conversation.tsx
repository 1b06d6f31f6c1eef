import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import type { RefusedMessage } from '#app/features/conversations/ui/chat-model.ts'
import { getGroupCard } from '#app/features/groups/group-queries.server.ts'
import { RefusedForm, receiveMessage } from '#app/features/messages/receive-message.server.ts'
import { receivedModel, sentModel } from '#app/features/messages/sent-model.ts'
import { askedList, chatModel, openConversation, threadExtras } from '#app/features/messages/thread-page.server.ts'
import { LivePage } from '#app/features/messages/ui/live-page.tsx'
import { Thread } from '#app/features/messages/ui/thread.tsx'
import { statusOf } from '#app/platform/errors.ts'
import { readFields } from '#app/platform/forms/read-fields.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'chat:screen.title',
  titleOf: (loaded) => (loaded as { title: string }).title,
  heading: 'chat:screen.title',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const address = new URL(request.url).searchParams
  const list = askedList(address)
  const id = params.conversationId ?? ''
  if (getGroupCard(ctx, id)) throw redirect(`/messages/groups/${id}`)
  const open = openConversation(ctx, id, address)
  return {
    title: open.conversation.name,
    sent: sentModel(chatModel(ctx, list, open)),
    extras: threadExtras(ctx, open, address),
    ...list,
    now: ctx.now,
  }
}

/** Sends the composer's form: redirects to the message, or shows the page again with the typed text and the refusal. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const conversationId = params.conversationId ?? ''
  try {
    const sent = await receiveMessage(ctx, request, conversationId)
    if (!sent.pending) return redirect(`/messages/${conversationId}#m${sent.seq}`, { status: 303 })
    const text = { key: 'chat:composer.pendingApproval' }
    return await redirectWithFlash(request, `/messages/${conversationId}`, { tone: 'info', text })
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

export default function Conversation() {
  const { sent, extras, q, filter, now } = useLoaderData<typeof loader>()
  const model = useMemo(() => receivedModel(sent), [sent])
  const refused = useActionData<typeof action>()?.refused
  const page = { model, extras, refused, q, filter, now }
  return <LivePage thread={Thread} {...page} />
}
