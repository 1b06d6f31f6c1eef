import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { getQualificationView } from '#app/features/bids/qualification/answers-page.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import { reasonSchema } from '#app/features/projects/schemas.server.ts'
import { isInOrder } from '#app/features/qualifications/check-qualification.ts'
import { useItemName } from '#app/features/qualifications/ui/qualification-items.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bids:reject.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.reject')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  if (!availableBidActions(bid, ctx.now).includes('reject')) leavePage(`/bids/${bid.id}`)
  const failed = getQualificationView(ctx, bid).items.filter((item) => !isInOrder(item))
  return { id: bid.id, company: bid.companyName, currency: bid.currency, failed, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  return handleForm(request, reasonSchema, (input) => {
    const { projectId } = rejectBid(ctx, { ...input, bidId })
    return redirectWithFlash(request, `/projects/${projectId}/bids`, {
      tone: 'success',
      text: { key: 'bids:rejected' },
    })
  })
}

export default function RejectBid() {
  const { id, company, currency, failed, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bids')
  const { t: tQualification } = useTranslation('qualification')
  const nameOf = useItemName(currency)
  const list = failed
    .map((item) => tQualification('ask.item', { name: nameOf(item), found: tQualification(`item.${item.state}`) }))
    .join('; ')
  const reason = failed.length > 0 ? tQualification('blocked.reason', { list }) : ''
  const [form, fields] = useForm<{ reason: string }>({ id: 'reject', lastResult, defaultValue: { reason } })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ reason: t('field.reason') }} />
      <ConfirmPanel
        title={t('reject.heading', { company })}
        confirmLabel={t('reject.confirm')}
        cancelTo={`/bids/${id}`}
        cancelLabel={t('reject.keep')}
      >
        <p>{t('reject.text')}</p>
        <TextArea
          field={fields.reason}
          label={t('field.reason')}
          hint={t('reject.reasonHint')}
          required
          maxLength={2000}
        />
      </ConfirmPanel>
    </Form>
  )
}
