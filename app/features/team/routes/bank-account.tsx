import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { localPath } from '#app/features/accounts/sessions/local-path.ts'
import { askToChangeAccount } from '#app/features/approvals/ask-to-change-account.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { changeBankAccount } from '#app/features/team/change-bank-account.server.ts'
import { bankStake } from '#app/features/team/mandates.server.ts'
import { getCompany } from '#app/features/team/queries.server.ts'
import { bankAccountSchema } from '#app/features/team/schemas.server.ts'
import { env } from '#app/platform/env.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'team:bank.title', description: 'team:bank.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'company.changeBankAccount')
  const { iban } = orNotFound(getCompany(ctx))
  return {
    current: iban && formatIban(iban),
    hours: env.BANK_ACCOUNT_DELAY_HOURS,
    email: ctx.actor.email,
    submissionId: newSubmissionId(),
    way: wayTo(ctx, 'bank', ctx.company.id, bankStake(ctx.db, ctx.company.id)),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.read')
  return handleForm(request, bankAccountSchema, async ({ asks, ...input }) => {
    if (asks) {
      const { id } = await askToChangeAccount(ctx, input)
      return redirectWithFlash(request, `/approvals/${id}`, { tone: 'success', text: { key: 'approvals:flash.asked' } })
    }
    const { isFirst } = await changeBankAccount(ctx, input)
    const back = localPath(new URL(request.url).searchParams.get('returnTo')) ?? '/company-settings'
    const key = isFirst ? 'team:bank.added' : 'team:bank.entered'
    return redirectWithFlash(request, back, { tone: 'success', text: { key } })
  })
}

export default function BankAccount() {
  const { current, hours, email, submissionId, way } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('team')
  const { t: tApprovals } = useTranslation('approvals')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<{ iban: string; bic: string; password: string }>({ id: 'bank-account', lastResult })
  const labels = { iban: t('company.iban'), bic: t('company.bic'), password: t('bank.password') }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('company.title'), to: '/company-settings' }, { label: t('bank.title') }]} />
      <ErrorSummary form={form} labels={labels} />
      <Alert tone="info">
        {current ? t('bank.delay', { iban: current, count: hours }) : t('bank.firstDelay', { count: hours })}
      </Alert>
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <WayNotice way={way} />
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <FormCard
          title={t('bank.form')}
          description={t('bank.told')}
          actions={
            <>
              <SubmitButton>{isAsking(way) ? tApprovals('notice.ask') : t('bank.save')}</SubmitButton>
              <ButtonLink to="/company-settings" variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <FieldRow>
            <Field field={fields.iban} label={labels.iban} autoComplete="off" required />
            <Field field={fields.bic} label={labels.bic} autoComplete="off" optional />
          </FieldRow>
          <PasswordField field={fields.password} label={labels.password} required />
        </FormCard>
      </Form>
    </div>
  )
}
