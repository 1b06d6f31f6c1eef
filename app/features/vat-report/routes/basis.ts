import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { setVatBasis } from '#app/features/vat-report/set-vat-basis.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { vatBases } from '#db/vocabulary/finance.ts'

const page = '/financials/vat'

export const loader = () => redirect(page)

/** Says by what the company states its VAT. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const form = await readForm(request)
  return handleButton(request, page, () => {
    const vatBasis = vatBases.find((one) => one === form.get('basis'))
    if (!vatBasis) throw invalid('validation:choice')
    setVatBasis(ctx, { vatBasis })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'vatreport:basis.saved' } })
  })
}
