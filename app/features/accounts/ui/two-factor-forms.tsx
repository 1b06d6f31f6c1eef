import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '#app/documents/qr-code.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { CodeField } from './code-field.tsx'
import { SecondFactorFields } from './passkey-proof.tsx'

type LastResult = SubmissionResult<string[]> | undefined

/**
 * Asks for the password before an authenticator app is set up. Where passkeys are the second factor it asks for that too, and also
 * makes new recovery codes.
 */
export function StartAppForm({
  email,
  asksCode,
  hasPasskeys,
  lastResult,
}: {
  email: string
  asksCode: boolean
  hasPasskeys: boolean
  lastResult: LastResult
}) {
  const { t } = useTranslation('twofactor')
  const [form, fields] = useForm<{ password: string; code: string }>({ id: 'start-app', lastResult })
  return (
    <Form method="post" id={form.id} noValidate>
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      <FormCard
        title={t('start.title')}
        description={t('start.text')}
        actions={
          <>
            <SubmitButton name="intent" value="start">
              {t('start.submit')}
            </SubmitButton>
            {asksCode && (
              <SubmitButton name="intent" value="renew" variant="outline">
                {t('codes.renew')}
              </SubmitButton>
            )}
          </>
        }
      >
        <ErrorSummary form={form} labels={{ password: t('password'), code: t('code') }} />
        <PasswordField field={fields.password} label={t('password')} required />
        {asksCode && <SecondFactorFields field={fields.code} hasPasskeys={hasPasskeys} />}
      </FormCard>
    </Form>
  )
}

/** The QR code and the key of a new app, and the first code from it. */
export function ConfirmAppForm({
  app: { secret, modules },
  lastResult,
}: {
  app: { secret: string; modules: string[] }
  lastResult: LastResult
}) {
  const { t } = useTranslation('twofactor')
  const [form, fields] = useForm<{ code: string }>({ id: 'confirm-app', lastResult })
  return (
    <Form method="post" id={form.id} noValidate>
      <FormCard
        title={t('confirm.title')}
        description={t('confirm.text')}
        actions={
          <SubmitButton name="intent" value="confirm">
            {t('confirm.submit')}
          </SubmitButton>
        }
      >
        <ErrorSummary form={form} labels={{ code: t('code') }} />
        <div className="flex flex-wrap items-center gap-5">
          <div data-theme="light" className="rounded-lg border border-border bg-card text-card-foreground">
            <QrCode modules={modules} label={t('confirm.qr')} className="size-48" />
          </div>
          <p className="min-w-0 flex-1 basis-48 text-sm">
            <span className="block text-muted-foreground">{t('confirm.key')}</span>
            <code className="font-mono wrap-anywhere select-all" translate="no">
              {secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
            </code>
          </p>
        </div>
        <CodeField field={fields.code} hint={t('confirm.hint')} />
      </FormCard>
    </Form>
  )
}

/** The state of a second factor that is on, and what its owner can do with password and code. */
export function TwoFactorForm({
  since,
  codesLeft,
  email,
  hasPasskeys,
  lastResult,
}: {
  since: number
  codesLeft: number
  email: string
  hasPasskeys: boolean
  lastResult: LastResult
}) {
  const { t } = useTranslation('twofactor')
  const format = useFormat()
  const [form, fields] = useForm<{ password: string; code: string }>({ id: 'two-factor', lastResult })
  return (
    <Form method="post" id={form.id} noValidate>
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      <FormCard
        title={t('on')}
        description={`${t('since', { date: format.date(since) })} ${t('codes.left', { count: codesLeft })}`}
        actions={
          <>
            <SubmitButton name="intent" value="renew">
              {t('codes.renew')}
            </SubmitButton>
            <SubmitButton name="intent" value="start" variant="outline">
              {t('start.again')}
            </SubmitButton>
            <SubmitButton name="intent" value="end" variant="destructive">
              {t('end')}
            </SubmitButton>
          </>
        }
      >
        <ErrorSummary form={form} labels={{ password: t('password'), code: t('code') }} />
        <PasswordField field={fields.password} label={t('password')} required />
        <SecondFactorFields field={fields.code} hasPasskeys={hasPasskeys} />
      </FormCard>
    </Form>
  )
}
