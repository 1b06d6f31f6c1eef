import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { callTimeCalendar } from '#app/features/calls/times/calendar.server.ts'
import { findCallTime } from '#app/features/calls/times/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A call time for the reader's calendar. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
    const time = orNotFound(findCallTime(ctx.db, ctx.actor.id, params.callTimeId ?? ''))
    return new Response(callTimeCalendar(time), {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="call.ics"',
        'Cache-Control': 'no-store',
      },
    })
  })
