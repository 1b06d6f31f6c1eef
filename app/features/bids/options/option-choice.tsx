import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'

export type OfferedOption = {
  id: string
  description: string
  quantityMilli: number
  unit: string
  netCents: number
  isAlternate: boolean
}

/** Chooses the options of a bid before its award, by a form that only shows the page again with what the bid comes to with them. */
export function OptionChoice({
  options,
  chosen,
  currency,
}: {
  options: readonly OfferedOption[]
  chosen: readonly string[]
  currency: string
}) {
  const { t } = useTranslation('decisions')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  return (
    <Form method="get" replace preventScrollReset>
      <FormCard
        title={tForms('option.title')}
        description={t('award.optionsText')}
        actions={<SubmitButton variant="outline">{t('award.optionsChoose')}</SubmitButton>}
      >
        <CheckboxGroup
          name="option"
          label={tForms('option.title')}
          labelHidden
          defaultValue={chosen}
          options={options.map(({ id, description, quantityMilli, unit, netCents, isAlternate }) => ({
            value: id,
            label: isAlternate
              ? tForms('alternate.of', { line: description })
              : `${description} (${format.quantity(quantityMilli)} ${unit})`,
            hint: format.money(netCents, currency),
          }))}
        />
      </FormCard>
    </Form>
  )
}

/** What a bid comes to with the chosen options, as facts of a list; none while none is chosen. */
export function useOptionFacts(sums: { netCents: number; grossCents: number } | null, currency: string) {
  const { t } = useTranslation('decisions')
  if (!sums) return []
  return [
    { term: t('letter.netWithOptions'), description: <Money cents={sums.netCents} currency={currency} /> },
    { term: t('letter.grossWithOptions'), description: <Money cents={sums.grossCents} currency={currency} /> },
  ]
}
