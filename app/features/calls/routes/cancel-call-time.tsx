import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { cancelCallTime } from '#app/features/calls/times/cancel-call-time.server.ts'
import { findCallTime } from '#app/features/calls/times/queries.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'calltimes:cancel.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const { id, mayCancel, cancelledAt, endsAt } = orNotFound(findCallTime(ctx.db, ctx.actor.id, params.callTimeId ?? ''))
  if (!mayCancel) throw new Response('calltimes:refused.notYours', { status: 403 })
  if (cancelledAt !== null || endsAt <= ctx.now) leavePage(`/calls/times/${id}`)
  return { id }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const to = `/calls/times/${params.callTimeId}`
  return handleButton(request, to, async () => {
    await enforceRateLimit(ctx, rateLimits.chatInvite)
    cancelCallTime(ctx, { callTimeId: params.callTimeId ?? '' })
    return redirectWithFlash(request, to, { tone: 'success', text: { key: 'calltimes:cancel.done' } })
  })
}

/** Asks for confirmation before a call time is cancelled for everybody. */
export default function CancelCallTime() {
  const { id } = useLoaderData<typeof loader>()
  const { t } = useTranslation('calltimes')
  return (
    <Form method="post">
      <ConfirmPanel title={t('cancel.title')} confirmLabel={t('cancel.confirm')} cancelTo={`/calls/times/${id}`}>
        <p>{t('cancel.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
