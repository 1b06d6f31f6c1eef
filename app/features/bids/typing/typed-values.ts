import type { BidFormValues, BidLineValues } from '#app/features/bids/form-values.ts'

/** The most that is kept of a form, in characters: our longest one with all its rows. */
export const maxTypedLength = 400_000

/** What a form sends of itself that is no part of what is typed. */
const ofTheForm = ['submissionId', 'outcome', 'typedVersion', '__intent__', '__state__']

/** What is kept of a posted form: its fields, without its buttons. */
export const typedFields = (form: FormData): [name: string, value: string][] =>
  [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !ofTheForm.includes(name) ? [[name, value]] : [],
  )

const textFields = [
  ...['amount', 'vatRate', 'approach', 'timelineWeeks', 'inclusions', 'exclusions', 'validUntil'],
] as (keyof BidFormValues & string)[]

/**
 * The values of a bid's form with what was typed in it. What is asked stands as it is now: a requested line takes its price, its VAT rate
 * and whether it is left out, by its id, and one that is not asked any more is dropped. The bidder's own lines are those that were typed.
 */
export function withTyped(values: BidFormValues, typed: Record<string, unknown>): BidFormValues {
  const lines = (Array.isArray(typed.lines) ? typed.lines : []).filter(isRecord)
  const byId = new Map(lines.map((line) => [textOf(line.projectLineId), line]))
  const requested = values.lines.filter(({ projectLineId }) => projectLineId)
  const answers = requested.map((line): BidLineValues => {
    const answer = byId.get(line.projectLineId)
    if (!answer) return line
    const { excluded: _, ...asked } = line
    const isExcluded = textOf(answer.excluded) === 'on'
    return {
      ...asked,
      unitPrice: textOf(answer.unitPrice) ?? '',
      vatRate: textOf(answer.vatRate) ?? line.vatRate,
      ...(isExcluded && { excluded: 'on' }),
    }
  })
  const own = lines
    .filter((line) => !line.projectLineId)
    .map((line) => ({
      description: textOf(line.description) ?? '',
      quantity: textOf(line.quantity) ?? '',
      unit: textOf(line.unit) ?? '',
      unitPrice: textOf(line.unitPrice) ?? '',
      vatRate: textOf(line.vatRate) ?? values.vatRate,
      ...(textOf(line.isAlternate) === 'on' && { isAlternate: 'on' }),
      ...(textOf(line.deducts) === 'on' && { deducts: 'on' }),
    }))
  const texts = textFields.flatMap((name) => {
    const text = name in typed ? textOf(typed[name]) : ''
    return [[name, name === 'vatRate' ? (text ?? values.vatRate) || values.vatRate : (text ?? '')]]
  })
  return { ...values, ...Object.fromEntries(texts), lines: [...answers, ...own] }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
