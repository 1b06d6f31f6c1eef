import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { openNegotiation } from '#app/features/negotiations/open-negotiation.server.ts'

const pageOf = (contractId: string | undefined) => `/contracts/${contractId}/negotiation`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params.contractId))

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const page = pageOf(params.contractId)
  return handleButton(request, page, () => {
    openNegotiation(ctx, { contractId: params.contractId ?? '' })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'negotiation:done.opened' } })
  })
}
