import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { presenceFor } from '#app/features/chat/presence.server.ts'
import { getChatPreferences } from '#app/features/chat/set-chat-preferences.server.ts'
import { chatModel } from '#app/features/chat/thread-page.server.ts'

/** What /messages shows, for scripts: the panel over other pages, the badge and the notifications begin with it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const model = chatModel(ctx, '', null)
  const presence = { ...model.presence, ...presenceFor(ctx, [ctx.actor.id]) }
  return Response.json({ model: { ...model, presence }, shortcuts: getChatPreferences(ctx).shortcuts })
}
