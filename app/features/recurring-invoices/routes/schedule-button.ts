import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { steps } from '#app/features/recurring-invoices/schedule.ts'
import { steerSchedule } from '#app/features/recurring-invoices/steer-schedule.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

const pageOf = (id: string | undefined) => `/invoicing/recurring/${id}`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params.scheduleId))

/** The buttons of a recurring invoice: pause, resume and end. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const step = steps.find((one) => one === lastPathSegment(request)) ?? 'pause'
  return handleButton(request, pageOf(params.scheduleId), () => {
    steerSchedule(ctx, { scheduleId: params.scheduleId ?? '', step })
    const text = { key: `recurring:flash.${step}` }
    return redirectWithFlash(request, pageOf(params.scheduleId), { tone: 'success', text })
  })
}
