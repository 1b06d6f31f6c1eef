import { useTranslation } from 'react-i18next'
import { dueText } from '#app/features/contracts/due-dates/due-text.ts'
import type { DueDate as DueDateValue } from '#app/features/contracts/due-dates/extensions.server.ts'
import { useFormat } from '#app/i18n/format.ts'

/** A due date with its extensions, and below it the signed one and what moved it; nothing without one. */
export function DueDate({ due }: { due: DueDateValue }) {
  const { t } = useTranslation('contracts')
  const text = dueText(due, t, useFormat())
  if (!text) return null
  return (
    <>
      <span className="whitespace-nowrap">{text.date}</span>
      {text.reason && <span className="block text-xs font-normal text-muted-foreground">{text.reason}</span>}
    </>
  )
}
