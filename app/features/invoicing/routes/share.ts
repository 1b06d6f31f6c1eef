import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { shareSchema } from '#app/features/invoicing/schemas.server.ts'
import { shareInvoice } from '#app/features/invoicing/share-invoice.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/invoicing/${params.invoiceId}`)

/** Creates the public link of an invoice, or changes how long it works. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const invoiceId = params.invoiceId ?? ''
  const parsed = shareSchema.safeParse(Object.fromEntries(await readForm(request)))
  return handleButton(request, `/invoicing/${invoiceId}`, () => {
    if (!parsed.success) throw invalid('validation:choice')
    shareInvoice(ctx, { invoiceId, days: parsed.data.days })
    return redirectWithFlash(request, `/invoicing/${invoiceId}`, {
      tone: 'success',
      text: { key: 'invoicing:flash.shared' },
    })
  })
}
