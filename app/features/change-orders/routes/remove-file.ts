import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { detachFromChange } from '#app/features/change-orders/detach-from-change.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { expectedVersionOf } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'

const pathOf = (params: LoaderFunctionArgs['params']) =>
  `/contracts/${params.contractId}/changes/${params.changeId}/files`

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(pathOf(params))
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', changeId: changeOrderId = '', attachmentId = '' } = params
  const form = await readForm(request)
  const step = { submissionId: submissionIdOf(form), expectedVersion: expectedVersionOf(form) }
  return handleButton(request, pathOf(params), async () => {
    await detachFromChange(ctx, { ...step, contractId, changeOrderId, attachmentId })
    return redirectWithFlash(request, pathOf(params), { tone: 'success', text: { key: 'changefiles:done.removed' } })
  })
}
