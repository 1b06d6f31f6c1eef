import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { localPath } from '#app/features/accounts/sessions/local-path.ts'
import { applyRules } from '#app/features/finance/rules/apply-rules.server.ts'
import { picksOf } from '#app/features/finance/rules/schemas.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

const page = '/financials/rules'

export const loader = () => redirect(page)

/** Categorizes the chosen drafts, each by the rule that was shown for it. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const form = await readForm(request)
  const back = localPath(String(form.get('back') ?? '')) ?? page
  return handleButton(request, back, () => {
    const picks = picksOf(form).slice(0, 500)
    if (picks.length === 0) throw invalid('bookingrules:refused.noneChosen')
    const { categorized, left } = applyRules(ctx, picks)
    return redirectWithFlash(
      request,
      back,
      left === 0
        ? { tone: 'success', text: { key: 'finance:flash.categorised', params: { count: categorized } } }
        : { tone: 'warning', text: { key: 'bookingrules:flash.left', params: { count: left, categorized } } },
    )
  })
}
