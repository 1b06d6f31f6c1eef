import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { callTimeSchema } from '#app/features/calls/times/call-time-schema.server.ts'
import { proposeCallTime } from '#app/features/calls/times/propose-call-time.server.ts'
import { CallTimeForm } from '#app/features/calls/ui/call-time-form.tsx'
import { findMembership } from '#app/features/conversations/access.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'calltimes:new.title', description: 'calltimes:new.description' }

const hour = 3_600_000
const conversationOf = (request: Request) => new URL(request.url).searchParams.get('conversation') ?? ''

/** The form for a time at which the members of a conversation call each other. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const { id, name } = orNotFound(getConversation(ctx, conversationOf(request)))
  if (!findMembership(ctx.db, ctx.actor.id, id)?.rights.includes('call'))
    throw new Response('chatrefused:right.call', { status: 403 })
  const { timeZone } = await localeContextOf(request, ctx.actor)
  // The next full hour that is at least one away.
  const startsAt = localDateTimeText(Math.ceil(ctx.now / hour + 1) * hour, timeZone)
  return { conversation: { id, name }, startsAt, submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatChange, 'messages.send')
  const localeContext = await localeContextOf(request, ctx.actor)
  return handleForm(request, callTimeSchema(localeContext), async (input) => {
    await enforceRateLimit(ctx, rateLimits.chatInvite)
    const { timeZone } = localeContext
    const { id } = proposeCallTime(ctx, { ...input, timeZone, conversationId: conversationOf(request) })
    return redirectWithFlash(request, `/calls/times/${id}`, { tone: 'success', text: { key: 'calltimes:new.done' } })
  })
}

export default function NewCallTime() {
  const lastResult = useActionData<typeof action>()?.lastResult
  return <CallTimeForm {...useLoaderData<typeof loader>()} lastResult={lastResult} />
}
