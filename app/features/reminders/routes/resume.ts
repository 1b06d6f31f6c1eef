import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { holdReminders } from '#app/features/reminders/hold-reminders.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/invoicing/${params.invoiceId}/reminders`)

/** Lets the clock remind of an invoice again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.send')
  const invoiceId = params.invoiceId ?? ''
  const back = `/invoicing/${invoiceId}/reminders`
  return handleButton(request, back, () => {
    holdReminders(ctx, { invoiceId, reason: null })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'reminders:flash.resumed' } })
  })
}
