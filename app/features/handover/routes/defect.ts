import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeDefect } from '#app/features/handover/change-defect.server.ts'
import { defectActions } from '#app/features/handover/handover.ts'
import { handoverNumber, handoverPath } from '#app/features/handover/handover-page.server.ts'
import { notFound } from '#app/platform/errors.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(handoverPath(params.contractId, handoverNumber(params.number)))
}

/** Says that a defect is fixed, accepts that, or opens it again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', defectId = '' } = params
  const step = defectActions.find((known) => known === params.step)
  if (!step) throw notFound()
  const path = handoverPath(contractId, handoverNumber(params.number))
  return handleButton(request, path, () => {
    changeDefect(ctx, { contractId, defectId, action: step })
    return redirectWithFlash(request, path, { tone: 'success', text: { key: `handover:flash.${step}` } })
  })
}
