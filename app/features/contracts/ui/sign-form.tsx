import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Signer } from '#app/features/contracts/signer-names.server.ts'
import type { AddressField } from '#app/features/team/company-address.ts'
import { AddressFields } from '#app/features/team/ui/address-fields.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { type SignedPaper, SignedSheet } from './signed-sheet.tsx'
import { SignerFields, type signerFields } from './signer-fields.tsx'

type SignFields = Record<(typeof signerFields)[number] | 'password', string> & Record<AddressField, string>

/** The paper that is signed, and below it the form that signs it: who signs, and the password. */
export function SignForm({
  id,
  lastResult,
  intro,
  paper,
  pdf,
  signer,
  missing = [],
  submit,
  cancel,
  children,
}: {
  id: string
  lastResult: SubmissionResult<string[]> | undefined
  /** What a signature does here. */
  intro: string
  paper: SignedPaper
  /** The paper's PDF. */
  pdf?: string
  signer: Signer
  /** What the company's address lacks. */
  missing?: readonly AddressField[]
  /** The label of the button. */
  submit: string
  /** Where Cancel leads. */
  cancel: string
  /** Hidden fields and notices of the form. */
  children: ReactNode
}) {
  const { t } = useTranslation('contracts')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<SignFields>({ id, lastResult })
  const { company, jobTitle, name, email, verified } = signer
  const labels = {
    ...Object.fromEntries(missing.map((field) => [field, ui(`address.${field}`)])),
    typedName: t('sign.typedName'),
    nameReason: t('sign.nameReason'),
    jobTitle: t('sign.jobTitle'),
    authority: t('sign.authority'),
    drawing: t('sign.drawing'),
    password: t('sign.password'),
  }
  return (
    <>
      <ErrorSummary form={form} labels={labels} />
      <p className="text-sm text-muted-foreground">{intro}</p>
      <SignedSheet paper={paper} pdf={pdf} />
      {!verified && <Alert tone="warning">{t('sign.verifyFirst', { email })}</Alert>}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        {children}
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <FormCard
          title={t('sign.form', { company })}
          description={t('sign.kept')}
          actions={
            <>
              <SubmitButton icon={PenLine}>{submit}</SubmitButton>
              <ButtonLink to={cancel} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          {missing.length > 0 && <AddressFields fields={fields} missing={missing} company={company} />}
          <SignerFields fields={fields} name={name} jobTitle={jobTitle} company={company} />
          <PasswordField field={fields.password} label={labels.password} hint={t('sign.passwordHint')} required />
        </FormCard>
      </Form>
    </>
  )
}
