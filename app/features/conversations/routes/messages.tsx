import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { receivedModel, sentModel } from '#app/features/messages/sent-model.ts'
import { chatModel } from '#app/features/messages/thread-page.server.ts'
import { LivePage } from '#app/features/messages/ui/live-page.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'chat:screen.title' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const q = new URL(request.url).searchParams.get('q')?.slice(0, 100) ?? ''
  return { sent: sentModel(chatModel(ctx, q, null)), q, now: ctx.now }
}

export default function Messages() {
  const { sent, q, now } = useLoaderData<typeof loader>()
  const model = useMemo(() => receivedModel(sent), [sent])
  return <LivePage model={model} q={q} now={now} />
}
