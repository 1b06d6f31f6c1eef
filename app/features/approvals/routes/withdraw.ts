import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { withdrawRequest } from '#app/features/approvals/withdraw-request.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/approvals/${params.approvalId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const approvalId = params.approvalId ?? ''
  const page = `/approvals/${approvalId}`
  return handleButton(request, page, () => {
    withdrawRequest(ctx, { approvalId })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'approvals:flash.withdrawn' } })
  })
}
