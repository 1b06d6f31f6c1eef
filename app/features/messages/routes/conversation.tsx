import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getGroupCard } from '#app/features/groups/group-queries.server.ts'
import { answerComposer } from '#app/features/messages/answer-composer.server.ts'
import { receivedModel, sentModel } from '#app/features/messages/sent-model.ts'
import {
  askedList,
  openConversation,
  placeToOpen,
  threadExtras,
  threadModel,
} from '#app/features/messages/thread-page.server.ts'
import { LivePage } from '#app/features/messages/ui/live-page.tsx'
import { Thread } from '#app/features/messages/ui/thread.tsx'
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
  const place = placeToOpen(ctx, id, address)
  const open = openConversation(ctx, id, place)
  const { model, hasMore } = threadModel(ctx, list, open)
  return {
    title: open.conversation.name,
    sent: sentModel(model),
    hasMore,
    extras: threadExtras(ctx, open, place),
    ...list,
    now: ctx.now,
  }
}

/** Sends the composer's form: redirects to the message, or shows the page again with the typed text and the refusal. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const conversationId = params.conversationId ?? ''
  return answerComposer(ctx, request, conversationId, `/messages/${conversationId}`)
}

export default function Conversation() {
  const { sent, extras, q, filter, hasMore, now } = useLoaderData<typeof loader>()
  const model = useMemo(() => receivedModel(sent), [sent])
  const refused = useActionData<typeof action>()?.refused
  const page = { model, extras, refused, q, filter, hasMore, now }
  return <LivePage thread={Thread} {...page} />
}
