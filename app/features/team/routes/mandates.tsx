import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { mandateForm, mandatesSchema } from '#app/features/team/mandate-form.server.ts'
import { getMandates } from '#app/features/team/mandates.server.ts'
import { getMember } from '#app/features/team/queries.server.ts'
import { canSetMandatesOf, setMandates } from '#app/features/team/set-mandates.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { powers } from '#db/vocabulary/accounts.ts'

export const handle: PageHandle = { title: 'team:mandate.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.setMandates')
  const { id, name } = orNotFound(getMember(ctx, params.userId ?? ''))
  const mandates = orNotFound(getMandates(ctx.db, ctx.company.id, id))
  const { email } = ctx.actor
  return { id, name, email, form: mandateForm(mandates), allowed: canSetMandatesOf(ctx.db, ctx, id) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  const userId = params.userId ?? ''
  orNotFound(getMember(ctx, userId))
  return handleForm(request, mandatesSchema(await localeContextOf(request, ctx.actor)), async (input) => {
    const { name } = await setMandates(ctx, { ...input, userId })
    const text = { key: 'team:mandate.saved', params: { name } }
    return redirectWithFlash(request, `/team/${userId}`, { tone: 'success', text })
  })
}

export default function SetMandates() {
  const { id, name, email, form: stored, allowed } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('team')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<typeof stored & { password: string }>({
    id: 'mandates',
    lastResult,
    defaultValue: stored,
  })
  const limitLabel = (power: (typeof powers)[number]) => t('mandate.limitOf', { power: t(`mandate.power.${power}`) })
  const labels = {
    ...Object.fromEntries(powers.map((power) => [power, t(`mandate.power.${power}`)])),
    ...Object.fromEntries(powers.map((power) => [`${power}Limit`, limitLabel(power)])),
    password: t('mandate.password'),
  }
  const options = (['none', 'limited', 'unlimited'] as const).map((value) => ({ value, label: t(`mandate.${value}`) }))
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[{ label: t('title'), to: '/team' }, { label: name, to: `/team/${id}` }, { label: t('mandate.title') }]}
      />
      <ErrorSummary form={form} labels={labels} />
      {!allowed && <Alert tone="warning">{t('mandate.own')}</Alert>}
      <Form method="post" id={form.id} noValidate>
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <FormCard
          title={t('mandate.of', { name })}
          description={t('mandate.text')}
          actions={
            <>
              <SubmitButton>{t('mandate.save')}</SubmitButton>
              <ButtonLink to={`/team/${id}`} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          {powers.map((power) => (
            <FieldRow key={power}>
              <Select field={fields[power]} label={t(`mandate.power.${power}`)} options={options} />
              <MoneyField field={fields[`${power}Limit`]} label={limitLabel(power)} optional />
            </FieldRow>
          ))}
          <PasswordField field={fields.password} label={labels.password} required />
        </FormCard>
      </Form>
    </div>
  )
}
