/** Numbers are written as they are; text is quoted where necessary. Null is an empty cell. */
export type CsvCell = string | number | null

/**
 * Rows as CSV (RFC 4180): commas, CRLF, and a byte order mark so that spreadsheets read it as UTF-8. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe; numbers, including negative ones, stay numbers. Both that and
 * the quotes are decided on the text in NFKC, where a fullwidth ＝ is an =, behind whatever is not visible (OWASP, CSV
 * Injection); the text itself is written as it is, because NFKC would make m² an m2.
 */
export function csvText(rows: ReadonlyArray<readonly CsvCell[]>): string {
  return `\uFEFF${csvLines(rows)}`
}

/** Rows of a CSV file without its byte order mark, to go on with. */
export const csvLines = (rows: ReadonlyArray<readonly CsvCell[]>): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

/** One cell. Text that is a plain decimal number counts as a number. */
export function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  const isQuoted = text !== value || /[";,\r\n\t]/.test(value.normalize('NFKC')) || text !== text.trim()
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
}

/** What a cell said before `csvCell` put an apostrophe in front of it. */
export const unguardedCell = (text: string): string =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text

/** Whether a spreadsheet would run a text, or it would be one without the apostrophes that it begins with: so that each reads back as it was. */
function isFormula(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  if (/^-?\d+([.,]\d+)?$/.test(bare)) return false
  return /^[\s\p{C}]*[=+\-@]/u.test(bare.normalize('NFKC')) || /^[\t\r]/.test(bare)
}
