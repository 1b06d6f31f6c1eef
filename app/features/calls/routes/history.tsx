import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listLive } from '#app/features/calls/broadcasts/queries.server.ts'
import { callFilterOf, callsPath } from '#app/features/calls/call-log.ts'
import { markMissedSeen } from '#app/features/calls/mark-missed-seen.server.ts'
import { callStats, listCalls } from '#app/features/calls/queries.server.ts'
import { listCallTimes } from '#app/features/calls/times/queries.server.ts'
import { CallHistory } from '#app/features/calls/ui/call-history.tsx'
import { writeCallNote } from '#app/features/calls/write-call-note.server.ts'
import { findMembership } from '#app/features/conversations/access.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'calls:title', description: 'calls:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const filter = callFilterOf(new URL(request.url).searchParams)
  markMissedSeen(ctx, filter, request)
  const mayNote = can(ctx, 'messages.update')
  const company = can(ctx, 'messages.broadcast') ? (ctx.company?.name ?? null) : null
  const asked = new URL(request.url).searchParams.get('conversation')
  const proposeTo = asked && findMembership(ctx.db, ctx.actor.id, asked)?.rights.includes('call') ? asked : null
  const [live, times] = [listLive(ctx), listCallTimes(ctx)]
  return { filter, mayNote, company, live, times, proposeTo, stats: callStats(ctx, filter), ...listCalls(ctx, filter) }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const form = await readForm(request)
  const back = callsPath(callFilterOf(new URL(request.url).searchParams))
  return handleButton(request, back, () => {
    writeCallNote(ctx, { callId: String(form.get('call_id') ?? ''), note: String(form.get('notes') ?? '') })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'calls:note.saved' } })
  })
}

export default function Calls() {
  return <CallHistory {...useLoaderData<typeof loader>()} />
}
