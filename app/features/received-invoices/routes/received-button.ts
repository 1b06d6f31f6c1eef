import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { approveReceived, reopenReceived } from '#app/features/received-invoices/approve-received.server.ts'
import { takeBackReceivedPayment } from '#app/features/received-invoices/record-received-payment.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

const pageOf = (id: string | undefined) => `/invoicing/received/${id}`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params.receivedId))

/** The buttons of a received invoice: approve it, take the approval back, and take back a payment that was recorded by hand. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const receivedId = params.receivedId ?? ''
  const button = lastPathSegment(request)
  const form = await readForm(request)
  return handleButton(request, pageOf(receivedId), () => {
    if (button === 'approve')
      approveReceived(ctx, { receivedId, isAccountConfirmed: form.get('accountConfirmed') === 'on' })
    else if (button === 'reopen') reopenReceived(ctx, { receivedId })
    else takeBackReceivedPayment(ctx, { receivedId, paymentId: String(form.get('paymentId') ?? '') })
    const done = button === 'approve' ? 'approved' : button === 'reopen' ? 'reopened' : 'takenBack'
    const text = { key: `receivedinvoices:flash.${done}` }
    return redirectWithFlash(request, pageOf(receivedId), { tone: 'success', text })
  })
}
