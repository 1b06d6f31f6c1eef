import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { findBroadcast } from '#app/features/calls/broadcasts/queries.server.ts'
import { removeBroadcast } from '#app/features/calls/broadcasts/remove-broadcast.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'broadcasts:remove.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.update')
  const { id, isHost, state } = orNotFound(findBroadcast(ctx, params.broadcastId ?? ''))
  if (!isHost) throw new Response('broadcasts:refused.forbiddenRole', { status: 403 })
  if (state !== 'recorded') leavePage(`/broadcasts/${id}`)
  return { id }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.update')
  const to = `/broadcasts/${params.broadcastId}`
  return handleButton(request, to, async () => {
    await enforceRateLimit(ctx, rateLimits.chatChange)
    await removeBroadcast(ctx, { broadcastId: params.broadcastId ?? '' })
    return redirectWithFlash(request, to, { tone: 'success', text: { key: 'broadcasts:remove.done' } })
  })
}

/** Asks for confirmation before the recording of a broadcast is removed for everybody. */
export default function RemoveBroadcast() {
  const { id } = useLoaderData<typeof loader>()
  const { t } = useTranslation('broadcasts')
  return (
    <Form method="post">
      <ConfirmPanel title={t('remove.title')} confirmLabel={t('remove.confirm')} cancelTo={`/broadcasts/${id}`}>
        <p>{t('remove.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
