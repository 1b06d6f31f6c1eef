import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { optionalReasonSchema } from '#app/features/bids/schemas.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bids:withdraw.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.withdraw')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  if (!availableBidActions(bid, ctx.now).includes('withdraw')) leavePage(`/bids/${bid.id}`)
  const { status, bidDeadline } = bid.project
  const isFree = bid.status === 'draft' || (status === 'open' && isBeforeDeadline(ctx.now, bidDeadline))
  return {
    id: bid.id,
    title: bid.project.title,
    isDraft: bid.status === 'draft',
    isFree,
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  return handleForm(request, optionalReasonSchema, (input) => {
    withdrawBid(ctx, { ...input, bidId })
    return redirectWithFlash(request, `/bids/${bidId}`, { tone: 'success', text: { key: 'bids:withdrawn' } })
  })
}

export default function WithdrawBid() {
  const { id, title, isDraft, isFree, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bids')
  const [form, fields] = useForm<{ reason?: string }>({ id: 'withdraw', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ reason: t('field.reason') }} />
      <ConfirmPanel
        title={t('withdraw.heading', { title })}
        confirmLabel={t('withdraw.confirm')}
        cancelTo={`/bids/${id}`}
        cancelLabel={t('withdraw.keep')}
      >
        <p>{isDraft ? t('withdraw.draft') : isFree ? t('withdraw.free') : t('withdraw.late')}</p>
        {!isFree && (
          <TextArea
            field={fields.reason}
            label={t('field.reason')}
            hint={t('withdraw.reasonHint')}
            required
            maxLength={2000}
          />
        )}
      </ConfirmPanel>
    </Form>
  )
}
