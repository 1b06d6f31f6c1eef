import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { answerSchedule } from '#app/features/valuations/answer-schedule.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

const pathOf = (milestoneId = '') => `/milestones/${encodeURIComponent(milestoneId)}/valuations`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pathOf(params.milestoneId))

/** The provider takes back a proposed schedule of values. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const path = pathOf(params.milestoneId)
  const scheduleId = String((await readForm(request)).get('scheduleId') ?? '')
  return handleButton(request, path, () => {
    answerSchedule(ctx, { milestoneId: params.milestoneId ?? '', scheduleId, action: 'withdraw' })
    return redirectWithFlash(request, path, { tone: 'success', text: { key: 'valuations:flash.scheduleWithdrawn' } })
  })
}
