import { percentageOf, splitByWeights } from '#app/platform/money.ts'
import type { FeeBasis } from '#db/vocabulary/contracts.ts'

/** The fee of one payout to the provider, in cents: without VAT, and with it, as the posting takes it. */
export type Fee = { netCents: number; feeCents: number }

/**
 * The fee of what is paid out to a provider. On a `net` basis (ESC-17) it is a share of the payout without VAT, and its own VAT is added. On a
 * `gross` basis, which contracts drafted earlier have, it is a share of the payout with VAT, and its own VAT is in it. It never exceeds the payout.
 */
export function feeOf(
  payout: { grossCents: number; netCents: number },
  terms: { platformFeeBp: number; platformFeeBasis: FeeBasis },
  vatRateBp: number,
): Fee {
  if (terms.platformFeeBasis === 'gross') {
    const feeCents = percentageOf(payout.grossCents, terms.platformFeeBp)
    return { netCents: splitByWeights(feeCents, [10_000, vatRateBp])[0] ?? 0, feeCents }
  }
  const netCents = percentageOf(payout.netCents, terms.platformFeeBp)
  return { netCents, feeCents: netCents + percentageOf(netCents, vatRateBp) }
}

/** The net part of a share of a milestone's amount, in cents. */
export function netOfShare(grossCents: number, milestone: { netCents: number; vatCents: number }): number {
  return splitByWeights(grossCents, [milestone.netCents, milestone.vatCents])[0] ?? 0
}
