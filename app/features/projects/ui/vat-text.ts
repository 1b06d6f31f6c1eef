import { useTranslation } from 'react-i18next'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import type { VatTreatment } from '#db/vocabulary/projects.ts'

type Vat = { vatTreatment: VatTreatment; vatGround: string | null }

/** Says in a sentence how a project is taxed, and what follows for prices. */
export function useVatText(): (vat: Vat) => string {
  const { t } = useTranslation('priceforms')
  return ({ vatTreatment, vatGround }) => t(`vat.text.${vatTreatment}`, { ground: vatGround ?? '' })
}

/** Names why an amount has no VAT; null where it has, or where no treatment is stated. */
export function useUntaxed(): (vatCategory: WorkVatCategory | null) => string | null {
  const { t } = useTranslation('priceforms')
  return (vatCategory) => {
    const treatment = vatCategory && untaxed[vatCategory]
    return treatment ? t(`vat.${treatment}`) : null
  }
}

const untaxed = {
  S: null,
  AE: 'reverse_charge',
  E: 'exempt',
  Z: 'zero_rated',
  O: 'outside_scope',
} as const satisfies Record<WorkVatCategory, VatTreatment | null>
