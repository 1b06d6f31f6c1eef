import type { Format } from '#app/i18n/format.ts'

export type NotificationParams = Record<string, string | number>

/**
 * Formats parameters for the user's locale. `amountCents` (with `currency`) becomes `amount`, `deadlineAt` (epoch ms) becomes
 * `deadline`, with its time zone, `dueOn` (YYYY-MM-DD) becomes `due`; everything else stays as it is.
 */
export function formatParams(params: NotificationParams, format: Format): NotificationParams {
  const currency = typeof params.currency === 'string' ? params.currency : 'EUR'
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'number' && name.endsWith('Cents')) return [name.slice(0, -5), format.money(value, currency)]
      if (typeof value === 'number' && name.endsWith('At')) return [name.slice(0, -2), format.deadline(value)]
      if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && name.endsWith('On')) {
        return [name.slice(0, -2), format.date(value)]
      }
      return [name, value]
    }),
  )
}
