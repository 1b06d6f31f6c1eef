import { localDateTimeText } from '#app/platform/local-time.ts'
import { decimalText, quantityText } from '#app/platform/money.ts'

type LocaleContext = { timeZone: string; decimalMark: ',' | '.' }

export type LineValues = { id?: string; description: string; quantity: string; unit: string }

/** What the fields of a project's form begin with. */
export type ProjectFormValues = {
  title: string
  description: string
  category: string
  location: string
  budget: string
  bidDeadline: string
  startDate: string
  endDate: string
  lines: LineValues[]
}

export const blankLine: LineValues = { description: '', quantity: '', unit: '' }

/** An amount as its reader would type it; whole amounts without decimals. */
export function amountInputValue(cents: number, { decimalMark }: Pick<LocaleContext, 'decimalMark'>): string {
  return decimalText(cents).replace(/\.00$/, '').replace('.', decimalMark)
}

/** A quantity as its reader would type it. */
export function quantityInputValue(quantityMilli: number, { decimalMark }: Pick<LocaleContext, 'decimalMark'>): string {
  return quantityText(quantityMilli).replace('.', decimalMark)
}

/** A project as its form shows it. */
export function projectFormValues(
  project: {
    title: string
    description: string
    category: string
    location: string
    budgetCents: number | null
    bidDeadline: number
    startDate: string | null
    endDate: string | null
    lines: readonly { id: string; description: string; quantityMilli: number; unit: string }[]
  },
  localeContext: LocaleContext,
): ProjectFormValues {
  const { title, description, category, location, budgetCents, bidDeadline, startDate, endDate, lines } = project
  return {
    title,
    description,
    category,
    location,
    budget: budgetCents === null ? '' : amountInputValue(budgetCents, localeContext),
    bidDeadline: localDateTimeText(bidDeadline, localeContext.timeZone),
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    lines: lines.map((line) => ({
      id: line.id,
      description: line.description,
      quantity: quantityInputValue(line.quantityMilli, localeContext),
      unit: line.unit,
    })),
  }
}
