import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import { type EstimateInput, estimate } from './estimate.ts'

/**
 * The estimate as somebody who pays the VAT of `now` (UTC ms) would pay it: at Finland's standard rate of that day. `guide` has its sums at the
 * rate of the price guide (P9: `ESTIMATE_VAT_BP`), if that is another one. Rates are in basis points.
 */
export function estimateToday(input: EstimateInput, now: number) {
  const guideBp = env.ESTIMATE_VAT_BP
  const vatRateBp = finnishVatRates(businessDay(now))?.standard ?? guideBp
  const guide = vatRateBp === guideBp ? null : { ...estimate(input, guideBp), vatRateBp: guideBp }
  return { ...estimate(input, vatRateBp), vatRateBp, guide }
}

export type EstimateToday = ReturnType<typeof estimateToday>
