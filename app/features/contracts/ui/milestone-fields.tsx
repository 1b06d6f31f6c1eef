import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'

export type MilestoneValue = { title: string; description: string; amount: string; vatRateBp: string; dueDate: string }

/** One milestone of the contract form. The VAT rate is shown only if the bid has several. */
export function MilestoneFields({
  field,
  position,
  currency,
  rates,
  isNew,
  remove,
}: {
  field: FieldMetadata<MilestoneValue>
  position: number
  currency: string
  rates: readonly number[]
  /** Whether it has just been added. */
  isNew: boolean
  remove: ReactNode
}) {
  const { t } = useTranslation('contracts')
  const format = useFormat()
  const fields = field.getFieldset()
  return (
    <Card headingLevel={3} title={t('form.milestone', { position })} actions={remove}>
      <div className="flex flex-col gap-5">
        <Field field={fields.title} label={t('form.milestoneTitle')} autoFocus={isNew} required maxLength={200} />
        <TextArea field={fields.description} label={t('form.milestoneDescription')} optional rows={3} />
        <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <MoneyField field={fields.amount} label={t('form.milestoneAmount')} currency={currency} required />
          {rates.length > 1 ? (
            <Select
              field={fields.vatRateBp}
              label={t('form.vatRate')}
              options={rates.map((rate) => ({ value: String(rate), label: format.percent(rate) }))}
            />
          ) : (
            <input type="hidden" name={fields.vatRateBp.name} value={rates[0] ?? 0} />
          )}
          <Field field={fields.dueDate} type="date" label={t('form.dueDate')} optional />
        </div>
      </div>
    </Card>
  )
}
