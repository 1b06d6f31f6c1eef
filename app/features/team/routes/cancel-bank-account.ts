import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { cancelBankAccount } from '#app/features/team/cancel-bank-account.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export const loader = () => redirect('/company-settings')

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.read')
  const changeId = String((await readForm(request)).get('changeId') ?? '')
  return handleButton(request, '/company-settings', () => {
    cancelBankAccount(ctx, { changeId })
    return redirectWithFlash(request, '/company-settings', {
      tone: 'success',
      text: { key: 'team:bank.cancelled' },
    })
  })
}
