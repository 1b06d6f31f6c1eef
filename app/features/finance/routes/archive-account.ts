import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { archiveFinancialAccount } from '#app/features/finance/add-financial-account.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { readBoolean } from '#app/platform/forms/posted-values.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/financials/accounts/${params.accountId}`)

/** Takes an account out of use, or back into it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const accountId = params.accountId ?? ''
  const page = `/financials/accounts/${accountId}`
  const form = await readForm(request)
  return handleButton(request, page, () => {
    const archived = readBoolean(form, 'archived')
    archiveFinancialAccount(ctx, { accountId, archived })
    const text = { key: archived ? 'finance:flash.archived' : 'finance:flash.restored' }
    return redirectWithFlash(request, page, { tone: 'success', text })
  })
}
