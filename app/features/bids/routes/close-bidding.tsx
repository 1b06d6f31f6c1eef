import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'closing:close.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.closeBidding')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const { id, title, status, bidDeadline, timeZone, addenda, mayCloseEarly } = project
  const isEarly = isBeforeDeadline(ctx.now, bidDeadline)
  if (status !== 'open' || (isEarly && !mayCloseEarly)) throw redirect(`/projects/${id}`)
  const isAmended = addenda.length > 0
  return { id, title, bidDeadline, timeZone, isEarly, isAmended, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const projectId = params.projectId ?? ''
  const submissionId = submissionIdOf(await readForm(request))
  return handleButton(request, `/projects/${projectId}`, () => {
    closeBidding(ctx, { projectId, submissionId })
    return redirectWithFlash(request, `/projects/${projectId}`, {
      tone: 'success',
      text: { key: 'projects:biddingClosed' },
    })
  })
}

export default function CloseBidding() {
  const { id, title, bidDeadline, timeZone, isEarly, isAmended, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('closing')
  const deadline = useDeadline()
  return (
    <Form method="post">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ConfirmPanel
        title={t('close.heading', { title })}
        confirmLabel={t('close.confirm')}
        cancelTo={`/projects/${id}`}
        cancelLabel={t('close.keep')}
        destructive={isEarly}
      >
        <p>{isEarly ? t('close.early', { deadline: deadline(bidDeadline, timeZone) }) : t('close.late')}</p>
        {isEarly && isAmended && <p>{t('close.unconfirmed')}</p>}
      </ConfirmPanel>
    </Form>
  )
}
