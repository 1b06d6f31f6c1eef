import { createHash } from 'node:crypto'
import type { StatementRow } from './statement.ts'

/**
 * Names rows that the bank gave no archive id, so that the same row of another file is known again: a digest of the account, the day, the amount
 * and what the bank says of the payment, and the how-manieth such row of that day it is in its file. Two rows alike on one day are two
 * payments; the same day in a second file, whole, has the same numbers.
 */
export function fingerprints(iban: string): (row: StatementRow) => string {
  const seen = new Map<string, number>()
  return (row) => {
    const same = [
      iban,
      row.bookedOn,
      String(row.amountCents),
      row.currency,
      row.reference.replace(/\s/g, '').replace(/^0+/, ''),
    ]
    const said = [row.counterparty, row.counterpartyIban, row.message].map((text) =>
      text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
    )
    const digest = createHash('sha256')
      .update(JSON.stringify([...same, ...said]))
      .digest('hex')
      .slice(0, 32)
    const occurrence = (seen.get(digest) ?? 0) + 1
    seen.set(digest, occurrence)
    return `row-${digest}-${occurrence}`
  }
}
