import { localDateTimeText } from '#app/platform/local-time.ts'

/**
 * The zone in which an invoice's days are counted. One for all people of all companies, so that the dates of a company's
 * invoices run as their numbers do, whoever of them issues from wherever.
 */
const invoiceTimeZone = 'Europe/Helsinki'

/** The day of a moment (UTC ms) on an invoice, `YYYY-MM-DD`. */
export function invoiceDay(ms: number): string {
  return localDateTimeText(ms, invoiceTimeZone).slice(0, 10)
}

/** So many days after a day. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
