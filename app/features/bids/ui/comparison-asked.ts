import type { ComparisonRow } from '#app/features/bids/comparison.ts'
import type { Format } from '#app/i18n/format.ts'
import type { Translate } from './comparison-cell.tsx'

/** What the project asked for in a line: "120 m² requested", or that a bidder added it. */
export const askedOf = ({ requested }: ComparisonRow, { t, format }: { t: Translate; format: Format }): string =>
  requested
    ? t('compare.asked', { quantity: format.quantity(requested.quantityMilli), unit: requested.unit })
    : t('compare.added')
