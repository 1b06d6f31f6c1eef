import { localDateTimeText } from './local-time.ts'

/**
 * The zone in which days of money and contracts are counted. One for all people of all companies, so that the dates of a
 * company's invoices run as their numbers do, whoever of them acts from wherever.
 */
const businessTimeZone = 'Europe/Helsinki'

/** The day of a moment (UTC ms), `YYYY-MM-DD`. */
export function businessDay(ms: number): string {
  return localDateTimeText(ms, businessTimeZone).slice(0, 10)
}
