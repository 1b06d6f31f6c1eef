import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { ClosingValues } from '#app/features/contracts/closing-form-values.ts'
import { monthsField } from '#app/features/contracts/closing-terms.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { delayDayKinds, securityKinds, securityPurposes } from '#db/vocabulary/contracts.ts'

/** The labels of the fields by their names, in the order of the page, for the summary of errors. */
export function useClosingLabels(): Record<keyof ClosingValues, string> {
  const { t } = useTranslation('securities')
  const { t: ui } = useTranslation('ui')
  const of = (purpose: (typeof securityPurposes)[number], label: string) =>
    ui('errorSummary.inRow', { row: t(`purpose.${purpose}`), label })
  return {
    handoverDue: t('form.handoverDue'),
    warrantyMonths: t('form.warrantyMonths'),
    performancePercent: of('performance', t('form.percent')),
    performanceAmount: of('performance', t('form.amount')),
    performanceKind: of('performance', t('form.kind')),
    performanceMonths: of('performance', t('form.months')),
    warrantyPercent: of('warranty', t('form.percent')),
    warrantyAmount: of('warranty', t('form.amount')),
    warrantyKind: of('warranty', t('form.kind')),
    warrantySecurityMonths: of('warranty', t('form.months')),
    advancePercent: of('advance', t('form.percent')),
    advanceAmount: of('advance', t('form.amount')),
    advanceKind: of('advance', t('form.kind')),
    advanceMonths: of('advance', t('form.months')),
    delayPercent: t('form.delayPercent'),
    delayDays: t('form.delayDays'),
    delayMaxDays: t('form.delayMaxDays'),
  }
}

/** What the contract says of the handover, the warranty, the securities and delay. */
export function ClosingFields({
  fields,
  currency,
}: {
  fields: { [Name in keyof ClosingValues]: FieldMetadata<string> }
  currency: string
}) {
  const { t } = useTranslation('securities')
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  const percent = { inputMode: 'decimal', autoComplete: 'off', suffix: '%' } as const
  return (
    <FormCard title={t('form.title')} description={t('form.text')}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          field={fields.handoverDue}
          type="date"
          label={t('form.handoverDue')}
          hint={t('form.handoverDueHint')}
          optional
        />
        <Field
          field={fields.warrantyMonths}
          label={t('form.warrantyMonths')}
          hint={t('form.warrantyMonthsHint')}
          optional
          {...number}
        />
      </div>
      {securityPurposes.map((purpose) => (
        <fieldset key={purpose} className="flex flex-col gap-3 border-t border-border pt-4">
          <legend className="sr-only">{t(`purpose.${purpose}`)}</legend>
          <div aria-hidden>
            <p className="font-medium">{t(`purpose.${purpose}`)}</p>
            <p className="text-sm text-muted-foreground">{t(`purposeHint.${purpose}`)}</p>
          </div>
          <div className="grid items-end gap-5 sm:grid-cols-2 lg:grid-cols-4">
            <Field field={fields[`${purpose}Percent`]} label={t('form.percent')} optional {...percent} />
            <MoneyField field={fields[`${purpose}Amount`]} label={t('form.amount')} currency={currency} optional />
            <Select
              field={fields[`${purpose}Kind`]}
              label={t('form.kind')}
              options={securityKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            />
            <Field field={fields[monthsField[purpose]]} label={t('form.months')} optional {...number} />
          </div>
        </fieldset>
      ))}
      <fieldset className="flex flex-col gap-3 border-t border-border pt-4">
        <legend className="sr-only">{t('paper.delayDamages')}</legend>
        <p aria-hidden className="font-medium">
          {t('paper.delayDamages')}
        </p>
        <div className="grid items-end gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Field field={fields.delayPercent} label={t('form.delayPercent')} optional {...percent} />
          <Select
            field={fields.delayDays}
            label={t('form.delayDays')}
            options={delayDayKinds.map((value) => ({ value, label: t(`days.${value}`) }))}
          />
          <Field field={fields.delayMaxDays} label={t('form.delayMaxDays')} optional {...number} />
        </div>
      </fieldset>
    </FormCard>
  )
}
