import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { maxAgeMonths } from '#app/features/qualifications/certificate.ts'
import { maxCertificateBytes } from '#app/features/qualifications/limits.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { currencies } from '#db/vocabulary/currencies.ts'
import { certificateKinds, insuredKinds, isStatutory } from '#db/vocabulary/qualifications.ts'

export type CertificateField =
  | 'kind'
  | 'label'
  | 'issuer'
  | 'number'
  | 'issuedOn'
  | 'validUntil'
  | 'sum'
  | 'currency'
  | 'files'

/** The fields of a certificate. Those of a name and of a sum say which kinds need them, because the page works without scripts. */
export function CertificateFields({
  fields,
  labels,
  accept,
}: {
  fields: Record<CertificateField, FieldMetadata<string>>
  labels: Record<CertificateField, string>
  accept: string
}) {
  const { t } = useTranslation('qualification')
  const options = (kinds: readonly (typeof certificateKinds)[number][]) =>
    kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))
  const isInsured = (kind: (typeof certificateKinds)[number]) => insuredKinds.includes(kind)
  const groups = [
    { label: t('group.statutory'), options: options(certificateKinds.filter(isStatutory)) },
    { label: t('group.insurance'), options: options(insuredKinds) },
    {
      label: t('group.other'),
      options: options(certificateKinds.filter((kind) => !isStatutory(kind) && !isInsured(kind))),
    },
  ]
  return (
    <>
      <Select
        field={fields.kind}
        label={labels.kind}
        placeholder={t('field.kindNone')}
        hint={t('field.kindHint', { count: maxAgeMonths })}
        options={groups}
        required
      />
      <Field field={fields.label} label={labels.label} hint={t('field.labelHint')} maxLength={120} optional />
      <FieldRow>
        <Field field={fields.issuer} label={labels.issuer} hint={t('field.issuerHint')} maxLength={120} required />
        <Field field={fields.number} label={labels.number} autoComplete="off" maxLength={60} optional />
      </FieldRow>
      <FieldRow>
        <Field field={fields.issuedOn} label={labels.issuedOn} type="date" required />
        <Field
          field={fields.validUntil}
          label={labels.validUntil}
          type="date"
          hint={t('field.validUntilHint')}
          optional
        />
      </FieldRow>
      <FieldRow>
        <Field
          field={fields.sum}
          label={labels.sum}
          hint={t('field.sumHint')}
          inputMode="decimal"
          autoComplete="off"
          optional
        />
        <Select
          field={fields.currency}
          label={labels.currency}
          options={currencies.map((currency) => ({ value: currency, label: currency }))}
        />
      </FieldRow>
      <FileField
        field={fields.files}
        label={labels.files}
        hint={t('field.fileHint', { megabytes: maxCertificateBytes / 1_000_000 })}
        accept={accept}
        multiple={false}
      />
    </>
  )
}
