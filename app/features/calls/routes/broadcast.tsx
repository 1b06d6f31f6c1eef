import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { findBroadcast, listQuestions } from '#app/features/calls/broadcasts/queries.server.ts'
import { BroadcastPage } from '#app/features/calls/broadcasts/ui/broadcast-page.tsx'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { titleOf: (data) => (data as { broadcast: { title: string } }).broadcast.title }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const broadcast = orNotFound(findBroadcast(ctx, params.broadcastId ?? ''))
  const questions = listQuestions(ctx.db, broadcast.id)
  return { broadcast, questions, mayAsk: can(ctx, 'messages.send'), submissionId: newSubmissionId() }
}

export default function Broadcast() {
  return <BroadcastPage {...useLoaderData<typeof loader>()} />
}
