import type { TFunction } from 'i18next'
import type { Format } from '#app/i18n/format.ts'
import type { DueDate } from './extensions.server.ts'

/** The day that counts, and below it the signed one and what moved it; null without one. */
export function dueText(
  { dueDate, extendedDueDate, extensions }: DueDate,
  t: TFunction<'contracts'>,
  format: Format,
): { date: string; reason: string | null } | null {
  if (dueDate === null) return null
  if (extendedDueDate === null) return { date: format.date(dueDate), reason: null }
  const changes = extensions.map(({ change, days }) => t('due.change', { change, count: days }))
  return {
    date: format.date(extendedDueDate),
    reason: [t('due.signed', { date: format.date(dueDate) }), ...changes].join(' · '),
  }
}
