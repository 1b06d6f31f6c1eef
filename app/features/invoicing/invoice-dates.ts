import { bankingDayBefore } from '#app/platform/banking-days.ts'

export { businessDay as invoiceDay } from '#app/platform/business-day.ts'

/** Adds days to a date (`YYYY-MM-DD`). */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** What is due before this day is overdue on `today`: the queries' form of `isOverdue` (INV-11). */
export const overdueBefore = (today: string): string => addDays(bankingDayBefore(today), 1)
