import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { unshareInvoice } from '#app/features/invoicing/unshare-invoice.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/invoicing/${params.invoiceId}`)

/** Revokes the public link of an invoice. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const invoiceId = params.invoiceId ?? ''
  return handleButton(request, `/invoicing/${invoiceId}`, () => {
    unshareInvoice(ctx, { invoiceId })
    return redirectWithFlash(request, `/invoicing/${invoiceId}`, {
      tone: 'success',
      text: { key: 'invoicing:flash.unshared' },
    })
  })
}
