import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { getTwoFactorRule } from '#app/features/team/queries.server.ts'
import { requireTwoFactor } from '#app/features/team/require-two-factor.server.ts'
import { twoFactorRuleSchema } from '#app/features/team/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'twofactor:title', description: 'twofactor:require.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'company.requireTwoFactor')
  return { ...getTwoFactorRule(ctx), email: ctx.actor.email }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.read')
  return handleForm(request, twoFactorRuleSchema, async (input) => {
    await requireTwoFactor(ctx, input)
    const key = input.required ? 'twofactor:require.begun' : 'twofactor:require.ended'
    return redirectWithFlash(request, '/company-settings/two-factor', { tone: 'success', text: { key } })
  })
}

export default function RequireTwoFactor() {
  const { required, isOn, without, email } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation(['twofactor', 'team'])
  const { t: ui } = useTranslation('ui')
  // Whoever requires it has it, so that the company does not lock itself out.
  const mayChange = required || isOn
  const [form, fields] = useForm<{ password: string }>({ id: 'require-two-factor', lastResult })
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('team:company.title'), to: '/company-settings' }, { label: t('title') }]} />
      {!mayChange && (
        <Alert tone="info">
          {t('require.ownFirst')} <TextLink to="/security/two-factor">{t('start.title')}</TextLink>
        </Alert>
      )}
      {mayChange && (
        <Form method="post" id={form.id} noValidate>
          <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
          <input type="hidden" name="required" value={required ? '' : 'on'} />
          <FormCard
            title={required ? t('require.isRequired') : t('require.isChoice')}
            description={`${required ? t('require.requiredText') : t('require.choiceText')} ${t('require.without', { count: without })}`}
            actions={
              <>
                <SubmitButton>{required ? t('require.end') : t('require.begin')}</SubmitButton>
                <ButtonLink to="/company-settings" variant="outline">
                  {ui('cancel')}
                </ButtonLink>
              </>
            }
          >
            <ErrorSummary form={form} labels={{ password: t('password') }} />
            <PasswordField field={fields.password} label={t('password')} required />
          </FormCard>
        </Form>
      )}
    </div>
  )
}
