import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { localPath } from '#app/features/accounts/sessions/local-path.ts'
import { parseChartValue } from '#app/features/finance/chart.ts'
import { bulkSchema } from '#app/features/finance/schemas.server.ts'
import { settleDrafts } from '#app/features/finance/settle-drafts.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { idsOf } from '#app/platform/forms/posted-values.ts'

const list = '/financials/transactions'

export const loader = () => redirect(list)

/** Says what the chosen drafts are for, and posts them. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const form = await readForm(request)
  const back = localPath(String(form.get('back') ?? '')) ?? list
  return handleButton(request, back, () => {
    const asked = bulkSchema.safeParse(Object.fromEntries(form))
    const transactionIds = idsOf(form, 'ids')
    if (!asked.success) throw invalid('validation:choice')
    if (transactionIds.length === 0) throw invalid('finance:refused.noneChosen')
    const { category, projectId, vat, post } = asked.data
    const place = category ? parseChartValue(category) : null
    if ((category && !place) || (!place && !post)) throw invalid('finance:refused.nothingToDo')
    const done = settleDrafts(ctx, {
      ...{ transactionIds, post: post === 'on' },
      purpose: place && { ...place, projectId, vat },
    })
    const text = post
      ? { key: 'finance:flash.posted', params: { count: done.posted } }
      : { key: 'finance:flash.categorised', params: { count: done.categorised } }
    return redirectWithFlash(request, back, { tone: 'success', text })
  })
}
