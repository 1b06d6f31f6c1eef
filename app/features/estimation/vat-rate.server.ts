import { businessDay } from '#app/platform/business-day.ts'
import { finnishVatRates } from '#app/platform/finnish-vat.ts'

/** The standard rate of VAT in Finland at `now` (UTC ms), in basis points, if it is another than the estimator's; else null. */
export function currentVatRateBp(now: number, estimatorBp: number): number | null {
  const standard = finnishVatRates(businessDay(now))?.standard ?? null
  return standard === estimatorBp ? null : standard
}
