import { toEuroCents } from '#app/platform/money.ts'
import type { InvoiceRow } from './invoice-rows.server.ts'

type EuroRated = Pick<InvoiceRow, 'euroRateE6' | 'euroRateDate' | 'euroRateSource' | 'vatCents'>

/** The VAT of an invoice in another currency in euros (EN 16931, BT-111); null for one in euros. */
export function euroVatOf({ euroRateE6, euroRateDate, euroRateSource, vatCents }: EuroRated) {
  if (euroRateE6 === null || euroRateDate === null) return null
  return {
    vatCents: toEuroCents(vatCents, euroRateE6),
    rateE6: euroRateE6,
    date: euroRateDate,
    source: euroRateSource ?? '',
  }
}
