import { exportHeading } from '#app/features/finance/export-rows.server.ts'
import { type Locale, locales } from '#app/i18n/locale.ts'
import { decimalText } from '#app/platform/money.ts'
import { unguardedCell } from '#app/platform/text/csv.ts'
import { parseSigned } from './read-statement.ts'

type Table = readonly (readonly unknown[])[]

/** The first line of an export, and of one that was made before it named invoices and the bank's archive ids: then its last column had the row's id. */
const headings = (locale: Locale) => {
  const now = exportHeading(locale)
  return [now, [...now.slice(0, -3), now.at(-2) ?? '']]
}

const heading = ['date', 'counterparty', 'message', 'reference', 'amount', 'archiveid']

/**
 * Our own export of transactions (FIN-11), in any of our languages, as the table of a statement with the same row numbers; null for any
 * other table. The lines of a split row are one row again, by its id; it keeps the bank's archive id, or has its own for one. Where the export names several accounts, only the rows of the account
 * with this name are left; `others` counts the rest. What the rows were for is not taken over: they are drafts again (FIN-10).
 */
export function tableOfOwnExport(table: Table, accountName: string): { table: unknown[][]; others: number } | null {
  const [first = [], ...lines] = table
  const names = locales.flatMap(headings).find((known) => known.every((name, index) => first[index] === name))
  if (!names) return null
  const accounts = new Set(lines.map(([, account]) => account).filter(Boolean))
  const isOther = (account: unknown) => accounts.size > 1 && Boolean(account) && account !== accountName
  const rowOf = new Map<string, { row: unknown[]; cents: number }>()
  let others = 0
  const rows = lines.map((cells): unknown[] => {
    const at = (index: number) => {
      const cell = cells[index]
      return typeof cell === 'string' ? unguardedCell(cell) : cell
    }
    if (isOther(at(1))) {
      others += 1
      return []
    }
    const [id, cents] = [String(at(names.length - 1) ?? ''), parseSigned(String(at(10) ?? ''))]
    const archiveId = names.length > 15 ? String(at(names.length - 2) ?? '') : ''
    const row = [at(0), at(2), at(3), at(4), at(10), archiveId || id]
    const before = rowOf.get(id)
    if (!id || cents === null) return row
    if (!before) {
      rowOf.set(id, { row, cents })
      return row
    }
    before.cents += cents
    before.row[4] = decimalText(before.cents)
    return []
  })
  return { table: [heading, ...rows], others }
}
