import { eq, inArray } from 'drizzle-orm'
import { type MilestonePart, retentionOf } from '#app/features/escrow/milestone.ts'
import { retainedByMilestone } from '#app/features/escrow/settlements.server.ts'
import { getPlatformSeller } from '#app/features/team/platform-company.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import { sumCents } from '#app/platform/money.ts'
import { euPrefixOf, isInUnion, vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { platformFees } from '#db/schema/invoices/invoicing.ts'
import type { FeeBasis } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { VatCategory } from '#db/vocabulary/invoicing.ts'
import { type Fee, feeOf, netOfShare } from './platform-fee.ts'

type FeeContract = {
  id: string
  providerCompanyId: string
  platformFeeBp: number
  platformFeeBasis: FeeBasis
  currency: Currency
}
/** The VAT of the platform's fee. */
type FeeVat = { vatCategory: Extract<VatCategory, 'S' | 'AE' | 'O'>; vatRateBp: number }

type DueFee = Fee & { vat: FeeVat; companyId: string }
const none = { feeCents: 0, due: null }

/**
 * The VAT of a service of the platform's company, which is registered in Finland, to a provider, which is a business (Finnish VAT Act 1501/1993,
 * section 65; Directive 2006/112/EC, articles 44 and 196): in Finland, and to one in the Union that has no VAT number of another country of it, Finland's;
 * to one with such a number reverse charge; outside the Union out of scope. Null before the table of rates begins.
 */
export function feeVatOf(provider: { country: string; vatNumber: string | null }, day: string): FeeVat | null {
  const { country, vatNumber } = provider
  // Åland is outside the Union's VAT territory, but Finnish VAT is due there (Act 1266/1996).
  const isFinnish = country === 'FI' || country === 'AX'
  if (!isFinnish && !isInUnion(country)) return { vatCategory: 'O', vatRateBp: 0 }
  const number = vatNumberOf(vatNumber ?? '')
  const prefix = number && euPrefixOf(number)
  if (!isFinnish && prefix && prefix !== 'FI' && prefix !== 'XI') return { vatCategory: 'AE', vatRateBp: 0 }
  const rates = finnishVatRates(day)
  return rates && { vatCategory: 'S', vatRateBp: rates.standard }
}

/**
 * The fee of a payout to the provider now, with its VAT; none where the contract has none, and none as long as the platform's company could not
 * invoice it (ESC-17).
 */
export function findFee(
  db: Database | Transaction,
  now: number,
  contract: FeeContract,
  payout: { grossCents: number; netCents: number },
): { feeCents: number; due: DueFee | null } {
  const companyId = contract.platformFeeBp > 0 ? getPlatformSeller(db) : null
  if (!companyId || companyId === contract.providerCompanyId) return none
  const { country, vatNumber } = companies
  const provider = db
    .select({ country, vatNumber })
    .from(companies)
    .where(eq(companies.id, contract.providerCompanyId))
    .get()
  const vat = provider && feeVatOf(provider, businessDay(now))
  // VAT in another currency must be stated in euros too (section 209 e), at a rate that nobody has entered here.
  if (!vat || (vat.vatCategory === 'S' && contract.currency !== 'EUR')) return none
  const fee = feeOf(payout, contract, vat.vatRateBp)
  if (fee.netCents === 0) return none
  return { feeCents: fee.feeCents, due: { ...fee, vat, companyId } }
}

/** The fee of the release of a milestone's part: of what is not retained. */
export function feeOfRelease(
  db: Database | Transaction,
  now: number,
  contract: FeeContract & { retentionBp: number },
  part: MilestonePart,
) {
  if (part.amountCents === 0) return none
  const { retentionBp } = contract
  const grossCents = part.amountCents - retentionOf(part.amountCents, { retentionBp, beforeCents: part.beforeCents })
  return findFee(db, now, contract, { grossCents, netCents: netOfShare(grossCents, part) })
}

/** The fee of the release of all that is retained of a contract. */
export function feeOfRetention(db: Database | Transaction, now: number, contract: FeeContract, retainedCents: number) {
  return findFee(db, now, contract, { grossCents: retainedCents, netCents: retainedNetCents(db, contract.id) })
}

/** Notes what a posting took as the fee, for its invoice. Part of the verb that writes the posting. */
export function noteFee(tx: Transaction, now: number, contract: FeeContract, postingId: string, due: DueFee | null) {
  if (!due) return
  const { netCents, feeCents, vat, companyId } = due
  tx.insert(platformFees)
    .values({
      ...{ postingId, companyId, netCents, feeCents, ...vat },
      providerCompanyId: contract.providerCompanyId,
      contractId: contract.id,
      currency: contract.currency,
      takenAt: now,
    })
    .run()
}

/** The net part of all that is retained of a contract, in cents. */
function retainedNetCents(db: Database | Transaction, contractId: string): number {
  const retained = retainedByMilestone(db, contractId)
  const { id, netCents, vatCents, amountCents } = milestones
  const rows = db
    .select({ id, netCents, vatCents, amountCents })
    .from(milestones)
    .where(
      inArray(
        id,
        retained.map(({ milestoneId }) => milestoneId),
      ),
    )
    .all()
  return sumCents(
    rows.map((row) => {
      const cents = retained.find(({ milestoneId }) => milestoneId === row.id)?.cents ?? 0
      return row.netCents - netOfShare(row.amountCents - cents, row)
    }),
  )
}
