import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { endValuation } from '#app/features/valuations/end-valuation.server.ts'

const pathOf = (valuationId = '') => `/valuations/${encodeURIComponent(valuationId)}`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pathOf(params.valuationId))

/** The provider takes a valuation back. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const path = pathOf(params.valuationId)
  return handleButton(request, path, () => {
    endValuation(ctx, { valuationId: params.valuationId ?? '', action: 'withdraw' })
    return redirectWithFlash(request, path, { tone: 'success', text: { key: 'valuations:flash.withdrawn' } })
  })
}
