import { amountInputValue } from '#app/features/projects/form-values.ts'
import { decimalText } from '#app/platform/money.ts'
import type { SecurityPurpose } from '#db/vocabulary/contracts.ts'
import { type AskedClosing, monthsField } from './closing-terms.ts'

/** Initial values of the closing terms in the contract form. */
export type ClosingValues = Record<
  'handoverDue' | 'warrantyMonths' | 'delayPercent' | 'delayDays' | 'delayMaxDays',
  string
> &
  Record<`${SecurityPurpose}${'Percent' | 'Amount' | 'Kind'}`, string> &
  Record<(typeof monthsField)[SecurityPurpose], string>

/** The closing terms as a person writes them in their locale. */
export function closingValues(
  { handoverDue, warrantyMonths, delay, securities }: AskedClosing,
  localeContext: { decimalMark: ',' | '.' },
): ClosingValues {
  const percent = (bp: number | null | undefined) =>
    bp == null ? '' : decimalText(bp).replace('.', localeContext.decimalMark)
  const count = (value: number | null | undefined) => (value == null ? '' : String(value))
  const of = (purpose: SecurityPurpose) => {
    const one = securities.find((security) => security.purpose === purpose)
    const sum = one && one.rateBp === null ? one.amountCents : null
    return {
      percent: percent(one?.rateBp),
      amount: sum === null ? '' : amountInputValue(sum, localeContext),
      kind: one?.kind ?? 'bank_guarantee',
      months: count(one?.months),
    }
  }
  const [performance, warranty, advance] = [of('performance'), of('warranty'), of('advance')]
  return {
    handoverDue: handoverDue ?? '',
    warrantyMonths: count(warrantyMonths),
    delayPercent: percent(delay?.rateBp),
    delayDays: delay?.days ?? 'working',
    delayMaxDays: count(delay?.maxDays),
    ...{ performancePercent: performance.percent, performanceAmount: performance.amount },
    ...{ performanceKind: performance.kind, [monthsField.performance]: performance.months },
    ...{ warrantyPercent: warranty.percent, warrantyAmount: warranty.amount },
    ...{ warrantyKind: warranty.kind, [monthsField.warranty]: warranty.months },
    ...{ advancePercent: advance.percent, advanceAmount: advance.amount },
    ...{ advanceKind: advance.kind, [monthsField.advance]: advance.months },
  }
}
