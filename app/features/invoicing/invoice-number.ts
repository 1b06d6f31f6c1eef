/**
 * Invoice numbers are consecutive per company and year (Finnish VAT Act, section 209 e). The verb reads the counter, takes the
 * next number and writes both in the transaction that issues the invoice.
 */

/** The year of an invoice's number: that of its issue date, `YYYY-MM-DD`. */
export function numberingYear(issueDate: string): number {
  const year = Number(/^(\d{4})-\d{2}-\d{2}$/.exec(issueDate)?.[1])
  if (!Number.isInteger(year)) throw new RangeError(`Not a date: ${issueDate}`)
  return year
}

/** The number after the last one of the company and year; null if there is none yet. */
export function nextSequence(last: number | null): number {
  if (last !== null && (!Number.isSafeInteger(last) || last < 0)) throw new RangeError(`Not a counter: ${last}`)
  return (last ?? 0) + 1
}

/** The number as shown on the invoice: `2026-0001`. Credit notes share the series. */
export function formatInvoiceNumber(year: number, sequence: number): string {
  return `${year}-${String(sequence).padStart(4, '0')}`
}
