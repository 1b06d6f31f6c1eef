import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useNavigate } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { receivedModel, sentModel } from '#app/features/messages/sent-model.ts'
import { askedList, chatModel } from '#app/features/messages/thread-page.server.ts'
import { LivePage } from '#app/features/messages/ui/live-page.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'chat:screen.title' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const list = askedList(new URL(request.url).searchParams)
  return { sent: sentModel(chatModel(ctx, list, null)), ...list, now: ctx.now }
}

export default function Messages() {
  const { sent, now, q, filter } = useLoaderData<typeof loader>()
  const model = useMemo(() => receivedModel(sent), [sent])
  useFirstConversation(q || filter !== 'all' ? undefined : model.conversations[0]?.id)
  return <LivePage model={model} q={q} filter={filter} now={now} />
}

/** Opens a conversation at once where it has room beside the list. */
function useFirstConversation(id: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (id && window.matchMedia('(width >= 64rem)').matches) navigate(`/messages/${id}`, { replace: true })
  }, [id, navigate])
}
