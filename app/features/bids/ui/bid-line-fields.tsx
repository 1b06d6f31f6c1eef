import type { FieldMetadata } from '@conform-to/react'
import { Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { BidLineValues } from '#app/features/bids/form-values.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RowErrors } from '#app/ui/forms/row-errors.tsx'
import { Select, type SelectOption } from '#app/ui/forms/select.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { priceForms } from '#db/vocabulary/projects.ts'
import { LineNet } from './live-totals.tsx'

const rowClass =
  'grid grid-cols-2 items-start gap-x-3 gap-y-2 border-b border-border py-4 first:pt-0 last:border-0 last:pb-0 @2xl:grid-cols-[minmax(0,1fr)_6rem_4.5rem_9.5rem_6.5rem_7rem]'

/** The answer to a project line: what is requested is fixed, the price is the bidder's. `rates` is empty where there is no choice. */
export function RequestedLineFields({
  field,
  row,
  number,
  currency,
  rates,
}: {
  field: FieldMetadata<BidLineValues>
  /** Its place in the form's list. */
  row: number
  number: number
  currency: string
  rates: readonly SelectOption[]
}) {
  const { t } = useTranslation(['bids', 'bidform'])
  const line = field.getFieldset()
  const { t: tForms } = useTranslation('priceforms')
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const form = priceForms.find((known) => known === line.priceForm.initialValue)
  const isOption = line.isOption.initialValue === 'on'
  return (
    <fieldset className={rowClass}>
      <legend className="sr-only">
        {t('bidform:line', { number, description: text(line.description.initialValue) })}
      </legend>
      <input type="hidden" name={line.projectLineId.name} defaultValue={text(line.projectLineId.initialValue)} />
      <input type="hidden" name={line.description.name} defaultValue={text(line.description.initialValue)} />
      <input type="hidden" name={line.quantity.name} defaultValue={text(line.quantity.initialValue)} />
      <input type="hidden" name={line.priceForm.name} defaultValue={form} />
      <input type="hidden" name={line.unit.name} defaultValue={text(line.unit.initialValue)} />
      {isOption && <input type="hidden" name={line.isOption.name} defaultValue="on" />}
      <p className="col-span-2 flex gap-2 font-medium wrap-anywhere @2xl:col-span-1 @2xl:pt-7 @2xl:text-sm">
        <span aria-hidden className="text-muted-foreground tabular-nums">
          {number}
        </span>
        <span className="min-w-0">
          {text(line.description.initialValue)}
          {form && form !== 'unit' && (
            <span className="block font-normal text-muted-foreground">{tForms(`name.${form}`)}</span>
          )}
          {isOption && <span className="block font-normal text-muted-foreground">{tForms('option.outside')}</span>}
        </span>
      </p>
      <p className="col-span-2 text-sm @2xl:pt-7">
        <span className="sr-only">{t('field.quantity')}: </span>
        <span className="tabular-nums">{text(line.quantity.initialValue)}</span>{' '}
        <span className="text-muted-foreground">{text(line.unit.initialValue)}</span>
        <LineNet row={row} currency={currency} />
      </p>
      <MoneyField field={line.unitPrice} label={t('field.unitPrice')} errorsInRow currency={currency} />
      {rates.length > 0 && <Select field={line.vatRate} label={t('field.vatRate')} errorsInRow options={rates} />}
      <Checkbox field={line.excluded} label={t('bidform:excluded')} className="pt-6 @2xl:pt-6" />
      <RowErrors
        fields={[
          { field: line.unitPrice, label: t('field.unitPrice') },
          { field: line.vatRate, label: t('field.vatRate') },
        ]}
      />
    </fieldset>
  )
}

type OwnLineProps = {
  field: FieldMetadata<BidLineValues>
  /** Its place in the form's list. */
  row: number
  number: number
  currency: string
  rates: readonly SelectOption[]
  /** Whether it has just been added. */
  isNew: boolean
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}

/** A line that the bidder added. */
export function OwnLineFields({ field, row, number, currency, rates, isNew, remove }: OwnLineProps) {
  const { t } = useTranslation(['bids', 'bidform'])
  const line = field.getFieldset()
  return (
    <fieldset className={rowClass}>
      <legend className="sr-only">{t('bidform:ownLine', { number })}</legend>
      <Field
        field={line.description}
        label={t('field.description')}
        errorsInRow
        autoFocus={isNew}
        className="col-span-2 @2xl:col-span-1"
      />
      <Field field={line.quantity} label={t('field.quantity')} errorsInRow inputMode="decimal" autoComplete="off" />
      <Field field={line.unit} label={t('field.unit')} errorsInRow list="units" autoComplete="off" />
      <MoneyField field={line.unitPrice} label={t('field.unitPrice')} errorsInRow currency={currency} />
      {rates.length > 0 && <Select field={line.vatRate} label={t('field.vatRate')} errorsInRow options={rates} />}
      <div className="mt-6.5 flex flex-wrap items-center gap-x-2 justify-self-start text-sm">
        <button type="submit" {...remove} className={buttonClass({ variant: 'ghost', size: 'sm' }, 'min-h-9')}>
          <Trash2 aria-hidden className="size-4" />
          {t('bidform:removeLine')}
          <span className="sr-only">{number}</span>
        </button>
        <LineNet row={row} currency={currency} />
      </div>
      <RowErrors
        fields={[
          { field: line.description, label: t('field.description') },
          { field: line.quantity, label: t('field.quantity') },
          { field: line.unit, label: t('field.unit') },
          { field: line.unitPrice, label: t('field.unitPrice') },
          { field: line.vatRate, label: t('field.vatRate') },
        ]}
      />
    </fieldset>
  )
}

/** An alternate that the bidder thought up: what it is, and by how much it changes the price. */
export function AlternateFields({ field, row, number, currency, rates, isNew, remove }: OwnLineProps) {
  const { t } = useTranslation(['bids', 'bidform'])
  const line = field.getFieldset()
  return (
    <fieldset className="flex flex-col gap-3 border-b border-border py-4 first:pt-0 last:border-0 last:pb-0">
      <legend className="sr-only">{t('bidform:alternate.row', { number })}</legend>
      <input type="hidden" name={line.isAlternate.name} defaultValue="on" />
      <input type="hidden" name={line.quantity.name} defaultValue="1" />
      <input type="hidden" name={line.unit.name} defaultValue="LS" />
      <TextArea
        field={line.description}
        label={t('bidform:alternate.description')}
        hint={t('bidform:alternate.descriptionHint')}
        autoFocus={isNew}
        rows={4}
        maxLength={2000}
      />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <MoneyField field={line.unitPrice} label={t('bidform:alternate.price')} currency={currency} />
        {rates.length > 0 && <Select field={line.vatRate} label={t('field.vatRate')} options={rates} />}
        <Checkbox field={line.deducts} label={t('bidform:alternate.deducts')} className="sm:pt-6" />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        <button type="submit" {...remove} className={buttonClass({ variant: 'ghost', size: 'sm' }, 'min-h-9')}>
          <Trash2 aria-hidden className="size-4" />
          {t('bidform:removeLine')}
          <span className="sr-only">{number}</span>
        </button>
        <LineNet row={row} currency={currency} />
      </div>
    </fieldset>
  )
}
