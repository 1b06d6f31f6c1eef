import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { occurrences } from '#app/features/calls/times/call-time.ts'
import { findCallTime } from '#app/features/calls/times/queries.server.ts'
import { CallTimePage } from '#app/features/calls/ui/call-time-page.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'calltimes:page.title', description: 'calltimes:page.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const time = orNotFound(findCallTime(ctx.db, ctx.actor.id, params.callTimeId ?? ''))
  const { id, conversationId, title, place, proposerName, isDirect, durationMinutes, cancelledAt } = time
  const maySend = can(ctx, 'messages.send')
  const isOver = time.endsAt <= ctx.now
  return {
    ...{ id, conversationId, title, proposerName, isDirect, durationMinutes, isOver },
    place: place ?? '',
    starts: occurrences(time),
    isCancelled: cancelledAt !== null,
    mayCall: maySend && time.mayCall && cancelledAt === null,
    mayCancel: maySend && time.mayCancel && cancelledAt === null && !isOver,
  }
}

export default function CallTime() {
  return <CallTimePage {...useLoaderData<typeof loader>()} />
}
