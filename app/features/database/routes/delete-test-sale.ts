import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { deleteTestSale } from '#app/features/database/delete-test-sale.server.ts'

const page = '/database/test_sales'

export const loader = () => redirect(page)

/** The button that deletes a row of the sample table. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'super_admin')
  return handleButton(request, page, () => {
    deleteTestSale(ctx, { saleId: params.saleId ?? '' })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'database:flash.deleted' } })
  })
}
