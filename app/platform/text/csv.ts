/** Numbers are written as they are; text is quoted where necessary. Null is an empty cell. */
export type CsvCell = string | number | null

/**
 * Rows as CSV (RFC 4180): commas, CRLF, and a byte order mark so that spreadsheets read it as UTF-8. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe; numbers, including negative ones, stay numbers. Both that and
 * the quotes are decided on the text in NFKC, where a fullwidth ＝ is an =, behind whatever is not visible (OWASP, CSV
 * Injection); the text itself is written as it is, because NFKC would make m² an m2.
 */
export function csvText(rows: ReadonlyArray<readonly CsvCell[]>): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
}

/** One cell. Text that is a plain decimal number counts as a number. */
export function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const isNumber = /^-?\d+([.,]\d+)?$/.test(value)
  const plain = value.normalize('NFKC')
  const text = !isNumber && (/^[\s\p{C}]*[=+\-@]/u.test(plain) || /^[\t\r]/.test(plain)) ? `'${value}` : value
  const isQuoted = text !== value || /[";,\r\n\t]/.test(plain) || text !== text.trim()
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
}
