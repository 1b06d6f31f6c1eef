import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { archiveOwnCategory } from '#app/features/finance/add-own-category.server.ts'

const page = '/financials/categories'

export const loader = () => redirect(page)

/** Takes an own category out of use. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleButton(request, page, () => {
    archiveOwnCategory(ctx, { ownCategoryId: params.categoryId ?? '' })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'finance:flash.categoryArchived' } })
  })
}
