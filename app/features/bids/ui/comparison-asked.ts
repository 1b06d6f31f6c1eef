import type { ComparisonRow } from '#app/features/bids/comparison.ts'
import type { Format } from '#app/i18n/format.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import type { Translate } from './comparison-cell.tsx'

/**
 * What the project asked for in a line: "120 m² requested", with the form of its price if it is not the usual unit price; of one lump sum
 * (the unit code LS) that form alone; or that a bidder added it.
 */
export function askedOf(
  { requested }: ComparisonRow,
  { t, formName, format }: { t: Translate; formName: (form: PriceForm) => string; format: Format },
): string {
  if (!requested) return t('compare.added')
  const { quantityMilli, unit, priceForm = 'unit' } = requested
  if (unit === 'LS' && quantityMilli === 1000 && priceForm !== 'unit') return formName(priceForm)
  const asked = t('compare.asked', { quantity: format.quantity(quantityMilli), unit })
  return priceForm === 'unit' ? asked : `${asked} · ${formName(priceForm)}`
}
