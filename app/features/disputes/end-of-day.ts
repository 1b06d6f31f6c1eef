import { businessTimeZone } from '#app/platform/business-day.ts'
import { parseLocalDateTime } from '#app/platform/local-time.ts'

/** The last minute of a day (`YYYY-MM-DD`) of the business, in UTC ms. */
export const endOfDay = (day: string): number => parseLocalDateTime(`${day}T23:59`, businessTimeZone) ?? 0
