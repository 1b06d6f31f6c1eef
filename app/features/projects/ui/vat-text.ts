import { useTranslation } from 'react-i18next'
import type { VatCategory } from '#db/vocabulary/invoicing.ts'
import type { VatTreatment } from '#db/vocabulary/projects.ts'

type Vat = { vatTreatment: VatTreatment; vatGround: string | null }

/** Says in a sentence how a project is taxed, and what follows for prices. */
export function useVatText(): (vat: Vat) => string {
  const { t } = useTranslation('projects')
  return ({ vatTreatment, vatGround }) => t(`vat.text.${vatTreatment}`, { ground: vatGround ?? '' })
}

/** Names why an amount has no VAT; null where it has, or where no treatment is stated. */
export function useUntaxed(): (vatCategory: VatCategory | null) => string | null {
  const { t } = useTranslation('projects')
  return (vatCategory) => {
    if (vatCategory === 'AE') return t('vat.reverse_charge')
    return vatCategory === 'E' ? t('vat.exempt') : null
  }
}
