import { localDateTimeText } from './local-time.ts'

/**
 * The time zone that decides the date of payments and contracts. Every company and user shares it, so that a company's
 * invoice dates ascend with its invoice numbers wherever its members are.
 */
export const businessTimeZone = 'Europe/Helsinki'

/** The date of a moment (UTC ms) in the business time zone, as `YYYY-MM-DD`. */
export function businessDay(ms: number): string {
  return localDateTimeText(ms, businessTimeZone).slice(0, 10)
}
