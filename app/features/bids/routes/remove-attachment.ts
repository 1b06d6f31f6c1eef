import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { detachFile } from '#app/features/bids/attachments/detach-file.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { expectedVersionOf } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/bids/${params.bidId}/attachments`)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const { bidId = '', attachmentId = '' } = params
  const back = `/bids/${bidId}/attachments`
  const form = await readForm(request)
  const step = { submissionId: submissionIdOf(form), expectedVersion: expectedVersionOf(form) }
  return handleButton(request, back, async () => {
    await detachFile(ctx, { ...step, bidId, attachmentId })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'bidfiles:done.removed' } })
  })
}
