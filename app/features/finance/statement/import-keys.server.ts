import { createHash } from 'node:crypto'
import type { StatementRow } from './read-statement.ts'

/**
 * What each row is known by on its account: the bank's archive id, or else what the row says and which of several that say the same it is. So a
 * statement can be imported again, and one that overlaps another, without doubles.
 */
export function importKeys(rows: readonly StatementRow[]): string[] {
  const seen = new Map<string, number>()
  return rows.map(({ archiveId, ...row }) => {
    if (archiveId) return `id:${archiveId}`
    const { day, amountCents, counterparty, text, reference } = row
    const said = createHash('sha256')
      .update(JSON.stringify([day, amountCents, counterparty, text, reference]))
      .digest('hex')
    const count = (seen.get(said) ?? 0) + 1
    seen.set(said, count)
    return `row:${said}:${count}`
  })
}
