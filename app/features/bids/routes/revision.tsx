import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Navigate, useActionData, useLoaderData } from '@remix-run/react'
import { Lock, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { gapsOfBid } from '#app/features/bids/levelling/gaps-of-bid.ts'
import { previewRevision } from '#app/features/bids/preview-revision.server.ts'
import { getAnswerForm } from '#app/features/bids/qualification/answers-page.server.ts'
import { QualificationReview } from '#app/features/bids/qualification/ui/qualification-review.tsx'
import { getBid } from '#app/features/bids/queries.server.ts'
import { bidSchema } from '#app/features/bids/schemas.server.ts'
import { BidReview } from '#app/features/bids/ui/bid-review.tsx'
import { ChangesCard } from '#app/features/bids/ui/changes-card.tsx'
import { getProject } from '#app/features/projects/queries.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleFormData, readForm, restoreField } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bidrevision:title' }

/** The page shows what is posted to it; opened by its address, it leads to the form. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.update')
  const found = getBid(ctx, params.bidId ?? '')
  const bid = orNotFound(found?.role === 'bidder' ? found : null)
  // A browser that runs scripts asks for this once the form is answered; opened by its history, the page itself leads on.
  if (!requestContext().byScript) leavePage(`/bids/${bid.id}/edit`)
  return { id: bid.id }
}

/** Nothing is stored. A form that can't be sealed as it is goes back to its page, which says why and keeps what was typed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.update')
  const bidId = params.bidId ?? ''
  const form = await readForm(request, () => true)
  const toForm = redirect(`/bids/${bidId}/edit`, 307)
  if (form.has(restoreField)) return toForm
  const typed = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'outcome' ? [[name, value]] : [],
  )
  const answer = await handleFormData(form, bidSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const preview = previewRevision(ctx, { ...input, bidId })
    const { lines } = orNotFound(getProject(ctx, preview.sealed.projectId))
    const { items } = getAnswerForm(ctx, preview.sealed)
    return data({ ...preview, gaps: gapsOfBid(lines, preview.revised), items, typed, restoreField })
  })
  return 'sealed' in answer.data ? answer.data : toForm
}

/** A revision as it would be sealed, and what it changes, before it is confirmed. */
export default function ReviewRevision() {
  const { id } = useLoaderData<typeof loader>()
  // Kept while the form is on its way: its answer belongs to another page, and this one would count as opened without a form.
  const [review] = useState(useActionData<typeof action>())
  const { t } = useTranslation('bidrevision')
  const { t: tBid } = useTranslation(['bids', 'bidform'])
  if (!review) return <Navigate to={`/bids/${id}/edit`} replace />
  const { sealed, revised, gaps, items } = review
  return (
    <BidReview
      bid={revised}
      gaps={gaps}
      changes={<ChangesCard sealed={sealed} revised={revised} />}
      qualification={<QualificationReview bidId={null} currency={revised.currency} items={items} />}
    >
      <Form method="post" action={`/bids/${id}/edit`} className="contents">
        {review.typed.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton size="lg" name="outcome" value="submit" icon={Lock}>
          {tBid('bidform:revise')}
        </SubmitButton>
        <SubmitButton size="lg" variant="outline" name={review.restoreField} value="true" icon={Pencil}>
          {t('back')}
        </SubmitButton>
      </Form>
    </BidReview>
  )
}
