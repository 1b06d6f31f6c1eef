import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { moveRule, switchRule } from '#app/features/finance/rules/add-rule.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

const page = '/financials/rules'

export const loader = () => redirect(page)

/** The buttons of a booking rule: up and down, off and on. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const form = await readForm(request)
  const step = lastPathSegment(request)
  const ruleId = params.ruleId ?? ''
  return handleButton(request, page, () => {
    if (step === 'up' || step === 'down') moveRule(ctx, { ruleId, step, position: Number(form.get('position')) })
    else switchRule(ctx, { ruleId, isOn: step === 'on' })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: `bookingrules:flash.${step}` } })
  })
}
