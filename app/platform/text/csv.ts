/** Numbers are written as they are; text is quoted where necessary. Null is an empty cell. */
export type CsvCell = string | number | null

/**
 * Rows as CSV (RFC 4180): commas, CRLF, and a byte order mark so that spreadsheets read it as UTF-8. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe; numbers, including negative ones, stay numbers.
 */
export function csvText(rows: ReadonlyArray<readonly CsvCell[]>): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
}

/** One cell. Text that is a plain decimal number counts as a number. */
export function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const isNumber = /^-?\d+([.,]\d+)?$/.test(value)
  const text = !isNumber && /^[\s\u00a0]*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return text !== value || /[";,\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
