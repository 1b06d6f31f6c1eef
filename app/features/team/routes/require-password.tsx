import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getMember } from '#app/features/team/queries.server.ts'
import { requireNewPassword } from '#app/features/team/require-new-password.server.ts'
import { passwordSchema } from '#app/features/team/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
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
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('team')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<{ password: string }>({ id: 'new-password', lastResult })
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('title'), to: '/team' },
          { label: name, to: `/team/${id}` },
          { label: t('newPassword.title') },
        ]}
      />
      <Form method="post" id={form.id} noValidate>
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <FormCard
          title={t('newPassword.heading', { name })}
          description={t('newPassword.text', { name })}
          actions={
            <>
              <SubmitButton variant="destructive">{t('newPassword.submit')}</SubmitButton>
              <ButtonLink to={`/team/${id}`} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary form={form} labels={{ password: t('newPassword.password') }} />
          <PasswordField field={fields.password} label={t('newPassword.password')} required />
        </FormCard>
      </Form>
    </div>
  )
}
