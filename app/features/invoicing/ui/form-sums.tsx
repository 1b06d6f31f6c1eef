import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { netOfTypedLine, totalsOfForm } from '#app/features/invoicing/content/form-sums.ts'
import type { InvoiceFormValues, LineValues } from '#app/features/invoicing/form-values.ts'
import { useFormat } from '#app/i18n/format.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Money } from '#app/ui/money.tsx'

const useDecimalMark = () => (useFormat().number(0.5).includes(',') ? ',' : '.')

/** What a line comes to without VAT, as it is typed. */
export function LineNet({ field, currency }: { field: FieldMetadata<LineValues>; currency: string }) {
  const { t } = useTranslation('invoicing')
  const net = netOfTypedLine(field.value, useDecimalMark())
  if (net === null) return null
  return (
    <p className="col-span-full text-end text-sm text-muted-foreground">
      {t('document.net')} <Money cents={net} currency={currency} />
    </p>
  )
}

/** What the form comes to so far: as it is typed, or without scripts as it was last submitted. */
export function FormSums({ form, currency }: { form: FormMetadata<InvoiceFormValues>; currency: string }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const totals = totalsOfForm(form.value ?? {}, useDecimalMark())
  const rows = totals
    ? [
        { term: t('document.netTotal'), cents: totals.netCents },
        ...totals.vatBreakdown.map(({ vatCategory, vatRateBp, netCents, vatCents }) => {
          const base = format.money(netCents, currency)
          const category = t(`document.vatCategory.${vatCategory}`)
          const isTaxed = vatCategory === 'S'
          return {
            term: isTaxed
              ? t('document.vatOn', { rate: format.percent(vatRateBp), base })
              : t('document.untaxedOn', { category, base }),
            cents: vatCents,
          }
        }),
        { term: t('document.gross'), cents: totals.grossCents },
      ]
    : []
  return (
    <FormCard title={t('form.sums')} description={t('form.sumsHint')}>
      {rows.length > 0 && (
        <dl className="ms-auto flex w-full flex-col gap-2 sm:w-96 [&>:last-child]:border-t [&>:last-child]:border-border [&>:last-child]:pt-2 [&>:last-child]:font-semibold">
          {rows.map(({ term, cents }) => (
            <div key={term} className="flex items-baseline justify-between gap-6">
              <dt>{term}</dt>
              <dd>
                <Money cents={cents} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <button
        {...form.validate.getButtonProps()}
        className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-end noscript:inline-flex! hidden!')}
      >
        {t('form.calculate')}
      </button>
    </FormCard>
  )
}
