import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { findMembership } from '#app/features/conversations/access.server.ts'
import { getGroupCard } from '#app/features/groups/group-queries.server.ts'
import { JoinPanel } from '#app/features/groups/ui/group-card.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'groups:discover.title',
  titleOf: (data) => (data as { group: { name: string } }).group.name,
  heading: 'groups:discover.title',
}

/** The page that a link to a group opens for people who can see the group but are not members. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const id = params.conversationId ?? ''
  if (findMembership(ctx.db, ctx.actor.id, id)) throw redirect(`/messages/${id}`)
  return { group: orNotFound(getGroupCard(ctx, id)) }
}

export default function JoinPage() {
  const { group } = useLoaderData<typeof loader>()
  return <JoinPanel group={group} />
}
