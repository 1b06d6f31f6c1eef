import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { extendBid } from '#app/features/bids/validity/extend-bid.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/bids/${params.bidId}`)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const [bidId, extensionId] = [params.bidId ?? '', params.extensionId ?? '']
  const submissionId = submissionIdOf(await readForm(request))
  return handleButton(request, `/bids/${bidId}`, () => {
    extendBid(ctx, { bidId, extensionId, submissionId })
    return redirectWithFlash(request, `/bids/${bidId}`, { tone: 'success', text: { key: 'bidlines:extended' } })
  })
}
