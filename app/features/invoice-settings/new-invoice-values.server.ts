import type { CompanyContext } from '#app/features/accounts/context.ts'
import { detailValues } from '#app/features/invoicing/content/detail-values.ts'
import { getInvoiceSettings } from './queries.server.ts'

type Terms = { paymentTermDays?: number | null; paymentDays?: number; lateInterestBp?: number | null }

/** Days to pay where neither a contract, a client's record nor the company says anything else. */
const usualTermDays = 14

/**
 * What the form of a new invoice begins with: the terms that were agreed on in its contract or stand in the client's record (`agreed`),
 * otherwise the company's, and whatever else is known before. An invoice that was issued keeps its own.
 */
export function newInvoiceValues(
  ctx: CompanyContext,
  { agreed, known }: { agreed: Terms | null; known: Parameters<typeof detailValues>[0] },
  mark: Parameters<typeof detailValues>[1],
) {
  const { paymentTermDays, lateInterestBp, complaintDays, note } = getInvoiceSettings(ctx)
  const terms = { lateInterestBp: agreed?.lateInterestBp ?? lateInterestBp, complaintDays }
  return {
    paymentTermDays: agreed?.paymentTermDays ?? agreed?.paymentDays ?? paymentTermDays ?? usualTermDays,
    note,
    details: detailValues({ ...known, ...terms }, mark),
  }
}
