import type { ChartPlace } from '#app/features/finance/chart.ts'
import { type Split, splitsOf } from '#app/features/finance/splits.ts'
import { percentageOf } from '#app/platform/money.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { FinancialVat, MoneyDirection } from '#db/vocabulary/finance.ts'

/** What a rule asks of a row; null asks nothing. Amounts are without the sign, both ends included. */
export type RuleConditions = {
  textContains: string | null
  counterpartyContains: string | null
  counterpartyIban: string | null
  direction: MoneyDirection | null
  currency: Currency
  minCents: number | null
  maxCents: number | null
}

/** A part of a row by a rule: its share in basis points, or null for what the other parts leave. */
export type RulePart = ChartPlace & { projectId: string | null; vat: FinancialVat; shareBp: number | null }

/** What a rule reads of a row. */
export type RuleRow = {
  day: string
  /** Above zero for what came in. */
  amountCents: number
  currency: Currency
  counterparty: string
  counterpartyIban: string
  text: string
  reference: string
}

export type RuleRefusal = 'noCondition' | 'amountsReversed' | 'noPart' | 'sharesDoNotAddUp'

/** A text as it is compared: in one Unicode form, in small letters, with single spaces. */
const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Whether a row is all that the rule asks. */
export function fitsRule(rule: RuleConditions, row: RuleRow): boolean {
  const amount = Math.abs(row.amountCents)
  const contains = (part: string | null, ...texts: string[]) =>
    part === null || texts.some((text) => comparable(text).includes(comparable(part)))
  return (
    rule.currency === row.currency &&
    (rule.direction === null || (rule.direction === 'in') === row.amountCents > 0) &&
    (rule.minCents === null || amount >= rule.minCents) &&
    (rule.maxCents === null || amount <= rule.maxCents) &&
    (rule.counterpartyIban === null || rule.counterpartyIban === row.counterpartyIban) &&
    contains(rule.counterpartyContains, row.counterparty) &&
    contains(rule.textContains, row.text, row.reference)
  )
}

/** What a row is for by these parts, to the cent; null where a part would be nothing, or VAT has no rate on its day. */
export function splitsByRule(parts: readonly RulePart[], { amountCents, day }: RuleRow): Split[] | null {
  const answer = splitsOf(
    amountCents,
    day,
    parts.map(({ category, ownCategoryId, projectId, vat, shareBp }) => ({
      ...{ category, ownCategoryId, projectId, vat },
      amountCents: shareBp === null ? null : percentageOf(Math.abs(amountCents), shareBp),
      vatCents: null,
    })),
  )
  return 'refused' in answer || answer.splits.length === 0 ? null : answer.splits
}

/** The first of these rules, in their order, that fits a row and can say what it is for. */
export function firstFit<Rule extends RuleConditions & { parts: readonly RulePart[] }>(
  rules: readonly Rule[],
  row: RuleRow,
): { rule: Rule; splits: Split[] } | null {
  for (const rule of rules) {
    const splits = fitsRule(rule, row) ? splitsByRule(rule.parts, row) : null
    if (splits) return { rule, splits }
  }
  return null
}

/**
 * Why a rule cannot be: it would fit every row, or its parts do not add up. Of several parts one has no share and takes the rest; where all
 * shares add up to 100 %, the last one is that.
 */
export function completeParts(
  rule: RuleConditions,
  parts: readonly RulePart[],
): { parts: RulePart[] } | { refused: RuleRefusal } {
  const { textContains, counterpartyContains, counterpartyIban, minCents, maxCents } = rule
  if ([textContains, counterpartyContains, counterpartyIban, minCents, maxCents].every((asked) => asked === null))
    return { refused: 'noCondition' }
  if (minCents !== null && maxCents !== null && minCents > maxCents) return { refused: 'amountsReversed' }
  if (parts.length === 0) return { refused: 'noPart' }
  const given = parts.reduce((sum, { shareBp }) => sum + (shareBp ?? 0), 0)
  const open = parts.filter(({ shareBp }) => shareBp === null).length
  const last = parts.length - 1
  if (open === 0 && given === 10_000)
    return { parts: parts.map((part, index) => (index === last ? { ...part, shareBp: null } : part)) }
  return open === 1 && given < 10_000 ? { parts: [...parts] } : { refused: 'sharesDoNotAddUp' }
}

const purposeOf = ({ category, ownCategoryId, projectId, amountCents, vat, vatCents }: Split) =>
  JSON.stringify([category, ownCategoryId, projectId, amountCents, vat, vatCents])

/** Whether two purposes of a row are the same. */
export const areSameSplits = (one: readonly Split[], other: readonly Split[]): boolean =>
  one.map(purposeOf).join() === other.map(purposeOf).join()
