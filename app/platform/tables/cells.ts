/** A cell as `readTable` gives it. What is neither text nor a number is unreadable to most; a date says its day (YYYY-MM-DD). */
export type TableCell = string | number | null | { unreadable: true; day?: string }

/** What a cell says, trimmed; '' for an empty one and '?' for a value that is neither text nor a number. */
export function cellText(cell: TableCell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? '?' : String(cell).trim()
}

/** A number of a spreadsheet, which has it in binary, with at most so many decimals; null if it has more, or is negative. */
export function exactNumber<Value>(
  value: number,
  decimals: number,
  read: (text: string, mark: '.') => Value | null,
): Value | null {
  const text = value.toFixed(decimals)
  return Math.abs(Number(text) - value) <= Math.abs(value) * Number.EPSILON * 4 && value < 1e15 ? read(text, '.') : null
}

/** What the first row with something in it says, for a message about its columns; '–' for an empty file. */
export function firstCells(table: readonly (readonly TableCell[])[]): string {
  const row = table.find((cells) => cells.some((cell) => cellText(cell) !== ''))
  const texts = (row ?? []).map((cell) => cellText(cell).slice(0, 40)).filter((cell) => cell !== '')
  return texts.slice(0, 8).join(', ') || '–'
}
