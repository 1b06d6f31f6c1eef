import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeMemberRole } from '#app/features/team/change-member-role.server.ts'
import { companyRoleSchema } from '#app/features/team/schemas.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export const loader = () => redirect('/team')

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  return handleButton(request, '/team', async () => {
    const input = companyRoleSchema.safeParse(Object.fromEntries(await readForm(request)))
    if (!input.success) throw invalid('validation:choice')
    const { name } = changeMemberRole(ctx, { userId: params.userId ?? '', ...input.data })
    return redirectWithFlash(request, '/team', { tone: 'success', text: { key: 'team:roleChanged', params: { name } } })
  })
}
