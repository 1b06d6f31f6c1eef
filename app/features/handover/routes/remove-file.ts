import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { detachFromDefect } from '#app/features/handover/detach-from-defect.server.ts'
import { handoverNumber, handoverPath } from '#app/features/handover/handover-page.server.ts'

const pathOf = ({ contractId, number, defectId }: LoaderFunctionArgs['params']) =>
  `${handoverPath(contractId, handoverNumber(number))}/defects/${defectId}/files`

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(pathOf(params))
}

/** Removes a file from a defect. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', defectId = '', attachmentId = '' } = params
  return handleButton(request, pathOf(params), async () => {
    await detachFromDefect(ctx, { contractId, defectId, attachmentId })
    return redirectWithFlash(request, pathOf(params), { tone: 'success', text: { key: 'defectfiles:done.removed' } })
  })
}
