import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { matchInvoice } from '#app/features/finance/match-invoice.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

const pageOf = (id: string | undefined) => `/financials/transactions/${id}`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params.transactionId))

/** Says which invoice a draft pays; without one, that it pays none. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const transactionId = params.transactionId ?? ''
  const form = await readForm(request)
  return handleButton(request, pageOf(transactionId), () => {
    const invoiceId = String(form.get('invoiceId') ?? '') || null
    const receivedInvoiceId = String(form.get('receivedInvoiceId') ?? '') || null
    matchInvoice(ctx, { transactionId, invoiceId, receivedInvoiceId })
    const text = { key: invoiceId || receivedInvoiceId ? 'finance:flash.matched' : 'finance:flash.unmatched' }
    return redirectWithFlash(request, pageOf(transactionId), { tone: 'success', text })
  })
}
