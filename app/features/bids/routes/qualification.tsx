import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { answerQualification } from '#app/features/bids/qualification/answer-qualification.server.ts'
import { getAnswerForm } from '#app/features/bids/qualification/answers-page.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { qualificationSchema } from '#app/features/qualifications/answer-schema.server.ts'
import { AnswerForm } from '#app/features/qualifications/ui/answer-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'qualification:answer.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.update')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const actions = availableBidActions(bid, ctx.now)
  if (!actions.includes('edit') && !actions.includes('revise')) leavePage(`/bids/${bid.id}`)
  const { id, project, currency, updatedAt, status } = bid
  return {
    bid: { id, currency, updatedAt, isDraft: status === 'draft', title: project.title },
    ...getAnswerForm(ctx, bid),
    addTo: can(ctx, 'company.keepCertificates')
      ? `/company-settings/certificates/add?returnTo=/bids/${id}/qualification`
      : null,
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  return handleForm(request, qualificationSchema, (input) => {
    const { isDraft } = answerQualification(ctx, { ...input, bidId })
    return redirectWithFlash(request, isDraft ? `/bids/${bidId}/review` : `/bids/${bidId}`, {
      tone: 'success',
      text: { key: isDraft ? 'qualification:answer.saved' : 'qualification:answer.revised' },
    })
  })
}

/** The answers of a bid to what the client requires, and the certificates that it shows, before the deadline. */
export default function AnswerQualification() {
  const { bid, items, kept, addTo, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('qualification')
  const { t: tBid } = useTranslation('bids')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tBid('list.title'), to: '/bids' },
          { label: bid.title, to: `/bids/${bid.id}` },
          { label: t('answer.title') },
        ]}
      />
      <AnswerForm
        {...{ items, kept, lastResult, submissionId, addTo }}
        currency={bid.currency}
        expectedVersion={bid.updatedAt}
        back={`/bids/${bid.id}`}
        submitLabel={t(bid.isDraft ? 'answer.save' : 'answer.revise')}
      >
        <Alert tone="info">{t(bid.isDraft ? 'answer.draftText' : 'answer.sealedText')}</Alert>
      </AnswerForm>
    </div>
  )
}
