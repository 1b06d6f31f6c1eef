import type { FieldMetadata } from '@conform-to/react'
import { Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { SplitValues } from '#app/features/finance/form-values.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { financialVats } from '#db/vocabulary/finance.ts'
import { type ShownCategory, useChart } from './use-chart.ts'

export type Tags = {
  projects: readonly { id: string; title: string }[]
  own: readonly ShownCategory[]
}

/** One part of a row: what for, which project, how much, and its VAT. `remove` is left out of the only part. */
export function SplitFields({
  field,
  number,
  currency,
  tags,
  isNew,
  remove,
}: {
  field: FieldMetadata<SplitValues>
  number: number
  currency: string
  tags: Tags
  /** Whether it has just been added. */
  isNew: boolean
  remove: ButtonHTMLAttributes<HTMLButtonElement> | null
}) {
  const { t } = useTranslation('finance')
  const { options } = useChart(tags.own)
  const split = field.getFieldset()
  return (
    <fieldset className="grid items-start gap-3 border-b border-border pb-5 last:border-0 last:pb-0 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="mb-2 text-sm font-semibold">{t('split.number', { number })}</legend>
      <Select
        field={split.category}
        label={t('field.category')}
        autoFocus={isNew}
        placeholder={t('field.choose')}
        options={options}
      />
      <Select
        field={split.projectId}
        label={t('field.projectId')}
        placeholder={t('field.noProject')}
        options={tags.projects.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <MoneyField
        field={split.amount}
        label={t('field.splitAmount')}
        hint={t('split.amountHint')}
        currency={currency}
      />
      <Select
        field={split.vat}
        label={t('field.vat')}
        options={financialVats.map((value) => ({ value, label: t(`vat.${value}`) }))}
      />
      <MoneyField field={split.vatAmount} label={t('field.vatAmount')} hint={t('split.vatHint')} currency={currency} />
      {remove && (
        <button
          {...remove}
          className={buttonClass({ variant: 'ghost', size: 'sm' }, 'col-span-full justify-self-start')}
        >
          <Trash2 aria-hidden className="size-4" />
          {t('split.remove', { number })}
        </button>
      )}
    </fieldset>
  )
}
