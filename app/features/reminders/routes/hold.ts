import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { holdReminders } from '#app/features/reminders/hold-reminders.server.ts'
import { holdSchema } from '#app/features/reminders/schemas.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/invoicing/${params.invoiceId}/reminders`)

/** Keeps the clock from reminding of an invoice. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.send')
  const invoiceId = params.invoiceId ?? ''
  const back = `/invoicing/${invoiceId}/reminders`
  const typed = holdSchema.safeParse({ reason: (await readForm(request)).get('reason') ?? undefined })
  return handleButton(request, back, () => {
    if (!typed.success) throw invalid('reminders:reasonNeeded')
    holdReminders(ctx, { invoiceId, reason: typed.data.reason })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'reminders:flash.held' } })
  })
}
