import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { listExports } from '#app/features/messages/export/exported-messages.server.ts'
import { partsOf } from '#app/features/messages/export/parts.ts'
import { ExportPage } from '#app/features/messages/ui/export/export-page.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'conversationexport:title',
  description: 'conversationexport:intro',
}

/** What a member can export of a conversation, and what they have exported. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const { id, name, lastSeq } = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  return { id, name, parts: partsOf(lastSeq), earlier: listExports(ctx, id) }
}

export default function ExportConversation() {
  return <ExportPage {...useLoaderData<typeof loader>()} />
}
