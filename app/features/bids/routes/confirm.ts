import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { expectedVersionOf } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/bids/${params.bidId}`)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  const form = await readForm(request)
  const step = { submissionId: submissionIdOf(form), expectedVersion: expectedVersionOf(form) }
  return handleButton(request, `/bids/${bidId}`, () => {
    confirmBid(ctx, { ...step, bidId })
    return redirectWithFlash(request, `/bids/${bidId}`, { tone: 'success', text: { key: 'bids:confirmed' } })
  })
}
