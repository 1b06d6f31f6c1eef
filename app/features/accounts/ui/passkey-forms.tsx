import type { SubmissionResult } from '@conform-to/react'
import { Form, useSubmit } from '@remix-run/react'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { SecondFactorFields, usePasskeySupport } from './passkey-proof.tsx'

type LastResult = SubmissionResult<string[]> | undefined
type Proof = { email: string; asksCode: boolean; hasPasskeys: boolean; lastResult: LastResult }

/** Names a new passkey and proves that its owner asks; says what is needed where the browser cannot make one. */
export function StartPasskeyForm({ email, asksCode, hasPasskeys, lastResult }: Proof) {
  const { t } = useTranslation(['passkeys', 'twofactor'])
  const [form, fields] = useForm<{ name: string; password: string; code: string }>({ id: 'start-passkey', lastResult })
  const supported = usePasskeySupport()
  const labels = { name: t('name'), password: t('twofactor:password'), code: t('twofactor:code') }
  if (supported === false) return <Alert tone="info">{t('add.needs')}</Alert>
  return (
    <>
      <div className="noscript:block hidden">
        <Alert tone="info">{t('add.needs')}</Alert>
      </div>
      <Form method="post" id={form.id} noValidate className="noscript:hidden">
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <FormCard
          title={t('add.title')}
          description={t('add.text')}
          actions={
            <SubmitButton name="intent" value="start" wide>
              {t('add.submit')}
            </SubmitButton>
          }
        >
          <ErrorSummary form={form} labels={labels} />
          <Field field={fields.name} label={labels.name} hint={t('add.nameHint')} autoComplete="off" required />
          <PasswordField field={fields.password} label={labels.password} required />
          {asksCode && <SecondFactorFields field={fields.code} hasPasskeys={hasPasskeys} />}
        </FormCard>
      </Form>
    </>
  )
}

/** Makes the passkey and sends it: by a click, which browsers ask for before they make one. */
export function CreatePasskey({ name, options }: { name: string; options: PublicKeyCredentialCreationOptionsJSON }) {
  const { t } = useTranslation('passkeys')
  const submit = useSubmit()
  const [message, setMessage] = useState('')
  async function create() {
    setMessage('')
    try {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const passkey = JSON.stringify(await navigator.credentials.create({ publicKey }))
      submit({ intent: 'add', name, passkey }, { method: 'post' })
    } catch (error) {
      setMessage(
        error instanceof DOMException && error.name === 'InvalidStateError' ? t('add.alreadyHere') : t('failed'),
      )
    }
  }
  return (
    <FormCard
      title={t('create.title', { name })}
      description={t('create.text')}
      actions={
        <Button icon={Fingerprint} onClick={create}>
          {t('create.submit')}
        </Button>
      }
    >
      <p role="alert" className="field-error empty:hidden">
        {message}
      </p>
    </FormCard>
  )
}

/** Proves that it is the owner who removes a passkey. */
export function RemovePasskeyFields({
  email,
  hasPasskeys,
  fields,
}: Pick<Proof, 'email' | 'hasPasskeys'> & {
  fields: {
    password: React.ComponentProps<typeof PasswordField>['field']
    code: React.ComponentProps<typeof SecondFactorFields>['field']
  }
}) {
  const { t } = useTranslation('twofactor')
  return (
    <>
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      <PasswordField field={fields.password} label={t('password')} required />
      <SecondFactorFields field={fields.code} hasPasskeys={hasPasskeys} />
    </>
  )
}
