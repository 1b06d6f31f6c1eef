import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { endBroadcast } from '#app/features/calls/broadcasts/end-broadcast.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** Ends a broadcast for everybody. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.read')
  const broadcastId = params.broadcastId ?? ''
  return handleButton(request, `/broadcasts/${broadcastId}`, async () => {
    await enforceRateLimit(ctx, rateLimits.chatChange)
    endBroadcast(ctx, { broadcastId })
    return redirect(`/broadcasts/${broadcastId}`)
  })
}
