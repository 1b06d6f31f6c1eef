import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getMember } from '#app/features/team/queries.server.ts'
import { requireNewPassword } from '#app/features/team/require-new-password.server.ts'
import { passwordSchema } from '#app/features/team/schemas.server.ts'
import { PasswordForMember } from '#app/features/team/ui/password-for-member.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'team:newPassword.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.requirePassword')
  const { id, name } = orNotFound(getMember(ctx, params.userId ?? ''))
  return { id, name, email: ctx.actor.email }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  const userId = params.userId ?? ''
  return handleForm(request, passwordSchema, async ({ password }) => {
    const { name } = await requireNewPassword(ctx, { userId, password })
    const text = { key: 'team:newPassword.done', params: { name } }
    return redirectWithFlash(request, `/team/${userId}`, { tone: 'success', text })
  })
}

export default function RequireNewPassword() {
  const { id, name, email } = useLoaderData<typeof loader>()
  const { t } = useTranslation('team')
  return (
    <PasswordForMember
      formId="new-password"
      lastResult={useActionData<typeof action>()?.lastResult}
      member={{ id, name }}
      email={email}
      texts={{
        title: t('newPassword.title'),
        heading: t('newPassword.heading', { name }),
        text: t('newPassword.text', { name }),
        submit: t('newPassword.submit'),
        password: t('newPassword.password'),
      }}
    />
  )
}
