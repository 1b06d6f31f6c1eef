import type { FieldMetadata } from '@conform-to/react'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LineValues } from '#app/features/invoicing/form-values.ts'
import { Field } from '#app/ui/forms/field.tsx'

const names = ['discount', 'charge', 'itemId', 'orderLine', 'periodStart', 'periodEnd'] as const

/** What a line rarely says, shown at once where it does, or where something of it is wrong. */
export function LineDetailsFields({ field, number }: { field: FieldMetadata<LineValues>; number: number }) {
  const { t } = useTranslation('invoiceparts')
  const line = field.getFieldset()
  const isOpen = names.some((name) => Boolean(line[name].initialValue) || !line[name].valid)
  return (
    <details open={isOpen} className="group col-span-full text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 py-1 text-muted-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:-scale-x-100"
        />
        {t('form.moreOfLine', { number })}
      </summary>
      <div className="grid items-start gap-3 pt-2 pb-1 @xl:grid-cols-2 @4xl:grid-cols-3">
        <Field field={line.discount} label={t('field.discount')} optional autoComplete="off" maxLength={40} />
        <Field field={line.charge} label={t('field.charge')} optional autoComplete="off" maxLength={40} />
        <Field field={line.itemId} label={t('field.itemId')} optional maxLength={100} />
        <Field field={line.orderLine} label={t('field.orderLine')} optional maxLength={100} />
        <Field field={line.periodStart} label={t('field.periodStart')} type="date" optional />
        <Field field={line.periodEnd} label={t('field.periodEnd')} type="date" optional />
      </div>
    </details>
  )
}
