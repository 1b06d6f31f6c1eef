import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getCompletionForm } from '#app/features/bids/qualification/answers-page.server.ts'
import { completeBid } from '#app/features/bids/qualification/complete-bid.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { qualificationSchema } from '#app/features/qualifications/answer-schema.server.ts'
import { AnswerForm } from '#app/features/qualifications/ui/answer-form.tsx'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'qualification:complete.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.complete')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const form = bid.role === 'bidder' ? getCompletionForm(ctx, bid) : null
  if (!form) leavePage(`/bids/${bid.id}`)
  const { id, currency, project } = bid
  return {
    bid: { id, currency, project: { title: project.title, ownerName: project.ownerName, timeZone: project.timeZone } },
    items: form?.items ?? [],
    kept: form?.kept ?? [],
    message: form?.request.message ?? null,
    dueAt: form?.request.dueAt ?? ctx.now,
    addTo: can(ctx, 'company.keepCertificates')
      ? `/company-settings/certificates/add?returnTo=/bids/${id}/complete`
      : null,
    submissionId: newSubmissionId(),
  }
}

export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  return handleForm(request, qualificationSchema, ({ expectedVersion: _, ...input }) => {
    completeBid(ctx, { ...input, bidId })
    return redirectWithFlash(request, `/bids/${bidId}`, {
      tone: 'success',
      text: { key: 'qualification:complete.done' },
    })
  })
}

/** The bidder adds what its client found missing, beside the sealed bid. */
export default function CompleteBid() {
  const { bid, items, kept, message, dueAt, addTo, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('qualification')
  const { t: tBid } = useTranslation('bids')
  const deadline = useDeadline()
  const { project } = bid
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tBid('list.title'), to: '/bids' },
          { label: project.title, to: `/bids/${bid.id}` },
          { label: t('complete.title') },
        ]}
      />
      <AnswerForm
        {...{ items, kept, lastResult, submissionId, addTo }}
        currency={bid.currency}
        back={`/bids/${bid.id}`}
        submitLabel={t('complete.submit')}
      >
        <Alert tone="warning" title={t('complete.heading', { company: project.ownerName })}>
          <p>{t('complete.text', { deadline: deadline(dueAt, project.timeZone) })}</p>
          {message !== null && (
            <blockquote className="mt-2 border-s-2 border-border ps-3 wrap-anywhere whitespace-pre-line">
              {message}
            </blockquote>
          )}
        </Alert>
      </AnswerForm>
    </div>
  )
}
