import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { removeSearch } from '#app/features/tender-pages/save-search.server.ts'

const page = '/projects/searches'

export const loader = () => redirect(page)

/** The button that removes a saved search. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'notifications.update')
  return handleButton(request, page, () => {
    removeSearch(ctx, { searchId: params.searchId ?? '' })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'savedsearches:removed' } })
  })
}
