import { chartValue } from '#app/features/finance/chart.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { percentText } from '#app/platform/money.ts'
import type { RulePart } from './booking-rule.ts'
import type { BookingRule } from './rules.server.ts'

export type PartValues = { category: string; projectId: string; vat: string; share: string }

export type RuleValues = {
  name: string
  mode: string
  textContains: string
  counterpartyContains: string
  counterpartyIban: string
  direction: string
  currency: string
  min: string
  max: string
  parts: PartValues[]
}

export const blankPart: PartValues = { category: '', projectId: '', vat: 'none', share: '' }

export const blankRule: RuleValues = {
  ...{ name: '', mode: 'suggest', textContains: '', counterpartyContains: '', counterpartyIban: '', direction: '' },
  ...{ currency: 'EUR', min: '', max: '', parts: [blankPart] },
}

type Mark = { decimalMark: ',' | '.' }

const partValues = (part: RulePart, { decimalMark }: Mark): PartValues => ({
  category: chartValue(part),
  projectId: part.projectId ?? '',
  vat: part.vat,
  share: part.shareBp === null ? '' : percentText(part.shareBp).replace('.', decimalMark),
})

/** A stored rule as values of its form. */
export function ruleValues(rule: BookingRule, mark: Mark): RuleValues {
  const amount = (cents: number | null) => (cents === null ? '' : amountInputValue(cents, mark))
  const { name, mode, textContains, counterpartyContains, counterpartyIban, direction, currency } = rule
  return {
    ...{ name, mode, currency, direction: direction ?? '', min: amount(rule.minCents), max: amount(rule.maxCents) },
    textContains: textContains ?? '',
    counterpartyContains: counterpartyContains ?? '',
    counterpartyIban: counterpartyIban ?? '',
    parts: rule.parts.map((part) => partValues(part, mark)),
  }
}
