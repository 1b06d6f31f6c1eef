import type { FieldMetadata, FormMetadata, SubmissionResult } from '@conform-to/react'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { allowanceReasons, chargeReasons } from '#app/features/invoicing/content/adjustment-reasons.ts'
import type { AdjustmentValues } from '#app/features/invoicing/content/detail-values.ts'
import type { InvoiceFormValues } from '#app/features/invoicing/form-values.ts'
import type { VatChoice } from '#app/features/invoicing/vat-choice.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { useVatLabel } from './vat-label.ts'

const blank: AdjustmentValues = { reason: '95', text: '', amount: '', vat: '' }

/** Discounts and charges of the whole invoice. */
export function AdjustmentFields({
  lastResult,
  form,
  field,
  choices,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  form: FormMetadata<InvoiceFormValues>
  field: FieldMetadata<AdjustmentValues[]>
  choices: readonly VatChoice[]
}) {
  const { t } = useTranslation('invoiceparts')
  const vatLabel = useVatLabel()
  const rows = field.getFieldList()
  const added = addedRow(lastResult, field.name, rows.length)
  const options = [
    { label: t('form.discounts'), options: allowanceReasons.map((value) => ({ value, label: t(`reason.${value}`) })) },
    { label: t('form.charges'), options: chargeReasons.map((value) => ({ value, label: t(`reason.${value}`) })) },
  ]
  return (
    <fieldset className="@container flex min-w-0 flex-col gap-4" id={field.id}>
      <legend className="mb-3 font-medium">{t('form.adjustments')}</legend>
      <p className="max-w-prose text-sm text-muted-foreground">{t('form.adjustmentsHint')}</p>
      {rows.map((row, index) => {
        const one = row.getFieldset()
        const chosen = String(one.vat.initialValue ?? '')
        const offered = chosen !== '' && !choices.includes(chosen) ? [...choices, chosen] : choices
        return (
          <fieldset
            key={row.key ?? row.name}
            className="grid items-start gap-3 border-b border-border pb-4 @xl:grid-cols-2 @4xl:grid-cols-[12rem_minmax(0,1fr)_10rem_11rem_auto]"
          >
            <legend className="mb-2 text-sm font-semibold @4xl:sr-only">
              {t('form.adjustment', { number: index + 1 })}
            </legend>
            <Select field={one.reason} label={t('field.reason')} autoFocus={index === added} options={options} />
            <Field field={one.text} label={t('field.reasonText')} optional maxLength={200} />
            <Field field={one.amount} label={t('field.share')} autoComplete="off" maxLength={40} />
            <Select
              field={one.vat}
              label={t('field.vat')}
              placeholder={t('form.asLines')}
              options={offered.map((value) => ({ value, label: vatLabel(value) }))}
            />
            <button
              {...form.remove.getButtonProps({ name: field.name, index })}
              className={buttonClass({ variant: 'ghost', size: 'sm' }, 'justify-self-start @4xl:mt-6.5 @4xl:min-h-9')}
            >
              <Trash2 aria-hidden className="size-4" />
              <span className="@4xl:sr-only">{t('form.removeAdjustment', { number: index + 1 })}</span>
            </button>
          </fieldset>
        )
      })}
      <button
        {...form.insert.getButtonProps({ name: field.name, defaultValue: blank })}
        className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
      >
        <Plus aria-hidden className="size-4" />
        {t('form.addAdjustment')}
      </button>
    </fieldset>
  )
}
