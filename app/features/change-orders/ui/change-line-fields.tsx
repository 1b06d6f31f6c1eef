import type { FieldMetadata } from '@conform-to/react'
import { Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeLineValues } from '#app/features/change-orders/form-values.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select, type SelectOption } from '#app/ui/forms/select.tsx'

/** A line of a change: an item of the contract with a quantity, or a new item with everything. `remove` are the props of its button. */
export function ChangeLineFields({
  field,
  position,
  currency,
  items,
  isNew,
  remove,
}: {
  field: FieldMetadata<ChangeLineValues>
  position: number
  currency: string
  /** The priced lines of the contract. */
  items: readonly SelectOption[]
  /** Whether it has just been added. */
  isNew: boolean
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}) {
  const { t } = useTranslation('changeorders')
  const line = field.getFieldset()
  return (
    <fieldset className="flex flex-col gap-3 border-b border-border pb-5 last:border-0 last:pb-0">
      <legend className="sr-only">{t('form.line', { position })}</legend>
      <div className="grid items-start gap-3 @xl:grid-cols-[9rem_minmax(0,1fr)]">
        <Select
          field={line.effect}
          label={t('form.effect')}
          autoFocus={isNew}
          options={(['add', 'deduct'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
        />
        <Select
          field={line.item}
          label={t('form.item')}
          hint={t('form.itemHint')}
          placeholder={t('form.newItem')}
          options={items}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-3 @2xl:grid-cols-[minmax(0,1fr)_7rem_6rem_10rem]">
        <Field
          field={line.description}
          label={t('form.lineDescription')}
          maxLength={300}
          className="col-span-2 @2xl:col-span-1"
        />
        <Field field={line.quantity} label={t('form.quantity')} inputMode="decimal" autoComplete="off" required />
        <Field field={line.unit} label={t('form.unit')} list="units" autoComplete="off" maxLength={20} />
        <MoneyField
          field={line.unitPrice}
          label={t('form.unitPrice')}
          currency={currency}
          className="col-span-2 @2xl:col-span-1"
        />
      </div>
      <button type="submit" {...remove} className={buttonClass({ variant: 'ghost', size: 'sm' }, 'min-h-9 self-start')}>
        <Trash2 aria-hidden className="size-4" />
        {t('form.removeLine', { position })}
      </button>
    </fieldset>
  )
}
