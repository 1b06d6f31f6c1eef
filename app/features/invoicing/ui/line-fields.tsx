import type { FieldMetadata } from '@conform-to/react'
import { Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineValues } from '#app/features/invoicing/form-values.ts'
import { parseVatChoice, untaxedChoice, type VatChoice } from '#app/features/invoicing/vat-choice.ts'
import { useFormat } from '#app/i18n/format.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { LineNet } from './form-sums.tsx'
import { LineDetailsFields } from './line-details-fields.tsx'
import { useVatLabel } from './vat-label.ts'

/** One line of the invoice form. `choices` are the VAT rates on the delivery date, `remove` the props of its remove button. */
export function LineFields({
  field,
  number,
  currency,
  choices,
  isNew,
  remove,
}: {
  field: FieldMetadata<LineValues>
  number: number
  currency: string
  choices: readonly VatChoice[]
  /** Whether it has just been added. */
  isNew: boolean
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}) {
  const { t } = useTranslation('invoicing')
  const line = field.getFieldset()
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 border-b border-border pb-5 last:border-0 last:pb-0 @xl:grid-cols-4 @4xl:grid-cols-[minmax(0,1fr)_6rem_5.5rem_10rem_11rem_auto]">
      <legend className="mb-2 text-sm font-semibold @4xl:sr-only">{t('form.line', { number })}</legend>
      <Field
        field={line.description}
        label={t('field.description')}
        autoFocus={isNew}
        maxLength={500}
        className="col-span-full @4xl:col-span-1"
      />
      <Field field={line.quantity} label={t('field.quantity')} inputMode="decimal" autoComplete="off" />
      <Field field={line.unit} label={t('field.unit')} list="units" autoComplete="off" maxLength={20} />
      <MoneyField
        field={line.unitPrice}
        label={t('field.unitPrice')}
        currency={currency}
        className="col-span-full @xl:col-span-1"
      />
      <VatSelect field={line.vatRate} choices={choices} />
      <button
        {...remove}
        className={buttonClass(
          { variant: 'ghost', size: 'sm' },
          'col-span-full justify-self-start @4xl:col-span-1 @4xl:mt-6.5 @4xl:min-h-9',
        )}
      >
        <Trash2 aria-hidden className="size-4" />
        <span className="@4xl:sr-only">{t('form.removeLine', { number })}</span>
      </button>
      <LineNet field={field} currency={currency} />
      <LineDetailsFields field={field} number={number} />
    </fieldset>
  )
}

/** The VAT rates on the delivery date. A rate chosen before the date changed stays selected and is marked. */
function VatSelect({ field, choices }: { field: FieldMetadata<string>; choices: readonly VatChoice[] }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const chosen = String(field.initialValue ?? '')
  const stale = chosen !== '' && !choices.includes(chosen) ? parseVatChoice(chosen) : null
  const label = useVatLabel()
  return (
    <Select
      field={field}
      label={t('field.vatRate')}
      placeholder={chosen === '' ? t('vatOption.choose') : undefined}
      options={[
        ...choices.map((choice) => ({ value: choice, label: label(choice) })),
        ...(stale
          ? [
              {
                value: chosen,
                label: untaxedChoice(chosen)
                  ? label(chosen)
                  : t('vatOption.other', { rate: format.percent(stale.vatRateBp) }),
              },
            ]
          : []),
      ]}
    />
  )
}
