import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { DemandValues } from '#app/features/qualifications/demand-values.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { certificateKinds } from '#db/vocabulary/qualifications.ts'

export type DemandFormValues = DemandValues & { summary: string; bidDeadline: string }

/** The labels of the form, also for the summary of its errors. */
export function useDemandLabels() {
  const { t } = useTranslation('qualification')
  const { t: tProject } = useTranslation('projects')
  return {
    summary: tProject('field.summary'),
    bidDeadline: tProject('field.bidDeadline'),
    kinds: t('demand.kinds'),
    liabilitySum: t('demand.liabilitySum'),
    worksSum: t('demand.worksSum'),
    others: {
      label: t('demand.others'),
      row: (index: number) => t('demand.other', { number: index + 1 }),
      fields: { name: t('demand.otherName') },
    },
  }
}

/** What a client demands of all bidders; `addendum` of an open project. */
export function DemandFields({
  fields,
  labels,
  currency,
  addendum,
}: {
  fields: {
    kinds: FieldMetadata<string[]>
    liabilitySum: FieldMetadata<string>
    worksSum: FieldMetadata<string>
    others: FieldMetadata<Array<{ name: string }>>
    summary: FieldMetadata<string>
    bidDeadline: FieldMetadata<string>
  }
  labels: ReturnType<typeof useDemandLabels>
  currency: string
  addendum: { addendumDays: number } | null
}) {
  const { t } = useTranslation('qualification')
  const { t: tForm } = useTranslation('projectform')
  const { t: tTender } = useTranslation('tenders')
  const { zone } = useFormat()
  return (
    <>
      {addendum && (
        <FormCard>
          <TextArea
            field={fields.summary}
            label={labels.summary}
            hint={tForm('summaryHint')}
            required
            maxLength={2000}
          />
          <Field
            field={fields.bidDeadline}
            label={`${labels.bidDeadline} (${zone})`}
            type="datetime-local"
            hint={tTender('form.deadlineHint', { count: addendum.addendumDays })}
            required
          />
        </FormCard>
      )}
      <FormCard title={t('demand.heading')} description={t('demand.text')}>
        <div className="flex flex-col items-start gap-2 sm:flex-row">
          <ButtonLink to="?preset=statutory" variant="secondary" size="sm">
            {t('demand.preset.statutory')}
          </ButtonLink>
          <ButtonLink to="?preset=site" variant="secondary" size="sm">
            {t('demand.preset.site')}
          </ButtonLink>
        </div>
        <CheckboxGroup
          field={fields.kinds}
          label={labels.kinds}
          options={certificateKinds
            .filter((kind) => kind !== 'other')
            .map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        />
        <FieldRow>
          <MoneyField
            field={fields.liabilitySum}
            label={labels.liabilitySum}
            currency={currency}
            hint={t('demand.sumHint')}
            optional
          />
          <MoneyField
            field={fields.worksSum}
            label={labels.worksSum}
            currency={currency}
            hint={t('demand.sumHint')}
            optional
          />
        </FieldRow>
      </FormCard>
      <FormCard title={t('demand.others')} description={t('demand.othersText')}>
        {fields.others.getFieldList().map((row, index) => (
          <Field
            key={row.key}
            field={row.getFieldset().name}
            label={t('demand.other', { number: index + 1 })}
            maxLength={120}
            optional
          />
        ))}
      </FormCard>
    </>
  )
}
