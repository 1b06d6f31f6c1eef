export { businessDay as invoiceDay } from '#app/platform/business-day.ts'

/** Adds days to a date (`YYYY-MM-DD`). */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
