import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { declineInvitation } from '#app/features/invitations/decline-invitation.server.ts'
import { getInvitationToDecline } from '#app/features/invitations/queries.server.ts'
import { reasonSchema } from '#app/features/projects/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invitations:decline.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.decline')
  const invitation = getInvitationToDecline(ctx, params.invitationId ?? '')
  if (!invitation) leavePage('/invitations')
  return { title: invitation?.title ?? '', client: invitation?.client ?? '', submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  return handleForm(request, reasonSchema, (input) => {
    declineInvitation(ctx, { ...input, invitationId: params.invitationId ?? '' })
    return redirectWithFlash(request, '/invitations', { tone: 'success', text: { key: 'invitations:decline.done' } })
  })
}

export default function DeclineInvitation() {
  const { title, client, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invitations')
  const [form, fields] = useForm<{ reason: string }>({ id: 'decline', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ reason: t('decline.reason') }} />
      <ConfirmPanel title={t('decline.heading', { title })} confirmLabel={t('decline.title')} cancelTo="/invitations">
        <p>{t('decline.text', { client })}</p>
        <TextArea field={fields.reason} label={t('decline.reason')} required maxLength={2000} />
      </ConfirmPanel>
    </Form>
  )
}
