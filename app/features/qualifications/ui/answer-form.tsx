import type { FieldMetadata, SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Certificate } from '#app/features/qualifications/certificates.server.ts'
import type { QualificationItem } from '#app/features/qualifications/check-qualification.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { NamedCertificate } from '#db/vocabulary/qualifications.ts'
import { useCertificateName } from './certificate-name.ts'
import { useItemName } from './qualification-items.tsx'

type AnswerValues = { requirement: string; meets: string; words: string; certificateId: string }
type ShownValues = { kind: string; label: string; certificateId: string }
type Values = { answers: AnswerValues[]; certificates: ShownValues[] }

/** The form in which a bidder answers requirements and names certificates: those of `items`, from those that its company keeps. */
export function AnswerForm({
  items,
  kept,
  currency,
  lastResult,
  submissionId,
  expectedVersion,
  back,
  addTo,
  submitLabel,
  children,
}: {
  items: readonly QualificationItem[]
  kept: readonly Certificate[]
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
  submissionId: string
  expectedVersion?: number
  back: string
  /** Where a certificate is added; null if the user may not. */
  addTo: string | null
  submitLabel: string
  children?: ReactNode
}) {
  const { t } = useTranslation('qualification')
  const { t: ui } = useTranslation('ui')
  const nameOf = useItemName(currency)
  const requirements = items.filter((item) => item.subject === 'requirement')
  const demanded = items.filter((item) => item.subject === 'certificate')
  const [form, fields] = useForm<Values>({
    ...{ id: 'qualification', lastResult },
    defaultValue: {
      answers: requirements.map(({ requirement, answer }) => ({
        ...{ requirement, meets: answer === null ? '' : answer.meets ? 'yes' : 'no' },
        ...{ words: answer?.words ?? '', certificateId: answer?.certificate?.id ?? '' },
      })),
      certificates: demanded.map(({ demanded: { kind, label }, certificate }) => ({
        ...{ kind, label: label ?? '', certificateId: certificate?.id ?? '' },
      })),
    },
  })
  const labels = {
    answers: {
      label: t('answer.requirements'),
      row: (index: number) => requirements[index]?.requirement ?? '',
      fields: { meets: t('answer.meets'), words: t('answer.words'), certificateId: t('answer.proof') },
    },
    certificates: {
      label: t('answer.certificates'),
      row: (index: number) => (demanded[index] ? nameOf(demanded[index]) : ''),
      fields: { certificateId: t('answer.certificate') },
    },
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      {expectedVersion !== undefined && (
        <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      )}
      <ErrorSummary form={form} labels={labels} />
      <EditConflict lastResult={lastResult} to={back} />
      {children}
      {requirements.length > 0 && (
        <FormCard title={t('answer.requirements')} description={t('answer.requirementsText')}>
          {fields.answers.getFieldList().map((row, index) => (
            <RequirementFields
              key={row.key}
              field={row}
              requirement={requirements[index]?.requirement ?? ''}
              kept={kept}
              named={requirements[index]?.answer?.certificate ?? null}
            />
          ))}
        </FormCard>
      )}
      {demanded.length > 0 && (
        <FormCard title={t('answer.certificates')} description={t('answer.certificatesText')}>
          {fields.certificates.getFieldList().map((row, index) => {
            const item = demanded[index]
            if (!item) return null
            const { kind, label, certificateId } = row.getFieldset()
            const fitting = kept.filter((one) => one.kind === item.demanded.kind)
            return (
              <div key={row.key}>
                <input type="hidden" name={kind.name} value={item.demanded.kind} />
                <input type="hidden" name={label.name} value={item.demanded.label ?? ''} />
                <CertificateSelect
                  field={certificateId}
                  label={nameOf(item)}
                  kept={fitting}
                  named={item.certificate}
                  hint={fitting.length === 0 ? t('answer.noneKept') : undefined}
                />
              </div>
            )
          })}
          {addTo !== null && (
            <p className="text-sm">
              <TextLink to={addTo} block>
                {t('answer.add')}
              </TextLink>
            </p>
          )}
        </FormCard>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{submitLabel}</SubmitButton>
        <ButtonLink to={back} variant="outline" size="lg">
          {ui('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}

function RequirementFields({
  field,
  requirement,
  kept,
  named,
}: {
  field: FieldMetadata<AnswerValues>
  requirement: string
  kept: readonly Certificate[]
  named: NamedCertificate | null
}) {
  const { t } = useTranslation('qualification')
  const { requirement: hidden, meets, words, certificateId } = field.getFieldset()
  return (
    <div className="flex flex-col gap-3 border-b border-border pb-5 last:border-0 last:pb-0">
      <input type="hidden" name={hidden.name} value={requirement} />
      <RadioGroup
        field={meets}
        label={requirement}
        layout="inline"
        options={[
          { value: 'yes', label: t('answer.yes') },
          { value: 'no', label: t('answer.no') },
        ]}
      />
      <TextArea field={words} label={t('answer.words')} rows={2} maxLength={1000} optional />
      {(kept.length > 0 || named) && (
        <CertificateSelect field={certificateId} label={t('answer.proof')} kept={kept} named={named} optional />
      )}
    </div>
  )
}

/** One of the company's certificates, or the one that was named before and is no longer on the list. */
function CertificateSelect({
  field,
  label,
  kept,
  named,
  hint,
  optional = false,
}: {
  field: FieldMetadata<string>
  label: string
  kept: readonly Certificate[]
  named: NamedCertificate | null
  hint?: string | undefined
  optional?: boolean
}) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const nameOf = useCertificateName()
  const options = [...kept, ...(named && !kept.some(({ id }) => id === named.id) ? [named] : [])]
  return (
    <Select
      field={field}
      label={label}
      hint={hint}
      placeholder={t('answer.none')}
      {...(optional ? { optional } : {})}
      options={options.map((one) => ({
        value: one.id,
        label: t('answer.option', { name: nameOf(one), issuer: one.issuer, date: format.date(one.issuedOn) }),
      }))}
    />
  )
}
