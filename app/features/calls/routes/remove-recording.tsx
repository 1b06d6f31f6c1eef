import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { findRecording } from '#app/features/calls/recordings/find-recording.server.ts'
import { removeRecording } from '#app/features/calls/recordings/remove-recording.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'calls:recording.remove.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'messages.update')
  const { id, mayRemove } = orNotFound(findRecording(ctx, params.recordingId ?? ''))
  if (!mayRemove) throw new Response('calls:refused.notHeard', { status: 403 })
  return { id }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'messages.update')
  return handleButton(request, '/calls', async () => {
    await removeRecording(ctx, { recordingId: params.recordingId ?? '' })
    return redirectWithFlash(request, '/calls', { tone: 'success', text: { key: 'calls:recording.remove.done' } })
  })
}

/** Asks for confirmation before a recording is removed for everybody. */
export default function RemoveRecording() {
  const { id } = useLoaderData<typeof loader>()
  const { t } = useTranslation('calls')
  return (
    <Form method="post">
      <ConfirmPanel
        title={t('recording.remove.title')}
        confirmLabel={t('recording.remove.confirm')}
        cancelTo={`/calls/recordings/${id}`}
      >
        <p>{t('recording.remove.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
