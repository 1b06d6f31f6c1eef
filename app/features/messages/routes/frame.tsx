import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { markConversationRead } from '#app/features/conversations/mark-conversation-read.server.ts'
import { NowProvider } from '#app/features/conversations/ui/time-label.tsx'
import { openConversation } from '#app/features/messages/thread-page.server.ts'
import { MessageList } from '#app/features/messages/ui/message-list.tsx'
import { ThreadContext } from '#app/features/messages/ui/thread-context.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

/** The messages alone, for pages without scripts. It refreshes itself without losing what is being typed beside it. */
export const handle: PageHandle = {
  title: 'chat:screen.title',
  titleOf: (loaded) => (loaded as { open: { conversation: { name: string } } }).open.conversation.name,
  scripts: false,
}

/** How often the end of a conversation refreshes (s). Each URL differs, because with the same one a `#` would only scroll. */
const renewal = 15

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const conversationId = params.conversationId ?? ''
  const open = openConversation(ctx, conversationId, new URL(request.url).searchParams)
  // Without scripts, loading the frame means reading it, unless the browser prefetches it.
  const purpose = `${request.headers.get('Sec-Purpose')} ${request.headers.get('Purpose')}`
  if (!purpose.includes('prefetch') && !open.hasNewer) markConversationRead(ctx, { conversationId })
  const renewed = open.hasNewer ? null : `${renewal}; url=/messages/${conversationId}/frame?at=${ctx.now}#end`
  return { open, viewerId: ctx.actor.id, now: ctx.now, renewed }
}

export default function Frame() {
  const { open, viewerId, now, renewed } = useLoaderData<typeof loader>()
  const place = { conversation: open.conversation, viewerId, framed: true, reply: null, edit: null, openMenu: null }
  return (
    <NowProvider at={now}>
      <ThreadContext.Provider value={place}>
        <main className="@container/chat flex h-dvh flex-col bg-background">
          {renewed && (
            <noscript>
              <meta httpEquiv="refresh" content={renewed} />
            </noscript>
          )}
          <h1 className="sr-only">{open.conversation.name}</h1>
          <MessageList open={open} connection="static" hiddenWithoutScripts={false} />
        </main>
      </ThreadContext.Provider>
    </NowProvider>
  )
}
