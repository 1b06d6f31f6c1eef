import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { settleDrafts } from '#app/features/finance/settle-drafts.server.ts'

const pageOf = (id: string | undefined) => `/financials/transactions/${id}`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params.transactionId))

/** Posts one draft. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const page = pageOf(params.transactionId)
  return handleButton(request, page, () => {
    const transactionIds = [params.transactionId ?? '']
    const { posted } = settleDrafts(ctx, { transactionIds, purpose: null, post: true })
    return redirectWithFlash(request, page, {
      tone: 'success',
      text: { key: 'finance:flash.posted', params: { count: posted } },
    })
  })
}
