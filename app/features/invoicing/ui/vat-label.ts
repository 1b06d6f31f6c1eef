import { useTranslation } from 'react-i18next'
import { untaxedChoice, type VatChoice } from '#app/features/invoicing/vat-choice.ts'
import { useFormat } from '#app/i18n/format.ts'

/** The name of a VAT choice. */
export function useVatLabel(): (choice: VatChoice) => string {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  return (choice) => {
    const untaxed = untaxedChoice(choice)
    return untaxed ? t(`vatOption.${untaxed}`) : t('vatOption.rate', { rate: format.percent(Number(choice)) })
  }
}
