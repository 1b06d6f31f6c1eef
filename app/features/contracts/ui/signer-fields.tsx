import { useTranslation } from 'react-i18next'
import { DrawingField } from '#app/features/contracts/signing/drawing-field.tsx'
import { Field, type FieldProps } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { authorityBases } from '#db/vocabulary/contracts.ts'

export const signerFields = ['typedName', 'nameReason', 'jobTitle', 'authority', 'drawing'] as const
type SignerField = (typeof signerFields)[number]

/** Who signs for a company: the name, why it is another than the account's (`name`), the role and the basis of the authority. */
export function SignerFields({
  fields,
  name,
  jobTitle,
  company,
}: {
  fields: Record<SignerField, FieldProps['field']>
  name: string
  /** Of the profile; null where it says none. */
  jobTitle: string | null
  company: string
}) {
  const { t } = useTranslation('contracts')
  const typed: unknown = fields.jobTitle?.initialValue
  return (
    <>
      <Field
        field={fields.typedName}
        label={t('sign.typedName')}
        hint={t('sign.typedNameHint', { name })}
        autoComplete="name"
        required
        maxLength={200}
      />
      <TextArea
        field={fields.nameReason}
        label={t('sign.nameReason')}
        hint={t('sign.nameReasonHint', { name })}
        rows={2}
        optional
        maxLength={500}
      />
      <Field
        field={fields.jobTitle}
        label={t('sign.jobTitle')}
        defaultValue={typeof typed === 'string' ? typed : jobTitle}
        autoComplete="organization-title"
        required
        maxLength={120}
      />
      <Select
        field={fields.authority}
        label={t('sign.authority')}
        hint={t('sign.authorityHint', { company })}
        placeholder={t('sign.choose')}
        options={authorityBases.map((value) => ({ value, label: t(`authority.${value}`) }))}
        required
      />
      {fields.drawing && <DrawingField field={fields.drawing} name={name} />}
    </>
  )
}
