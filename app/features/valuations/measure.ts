import { decimalText, parsePercent, parseQuantity, quantityText } from '#app/platform/money.ts'
import type { ProgressBasis } from '#db/vocabulary/valuations.ts'

type Mark = { decimalMark: ',' | '.' }

/** What is done of a line as it is typed in the user's locale: a percentage or a quantity. */
export function doneInputValue(basis: ProgressBasis, done: number, { decimalMark }: Mark): string {
  const text = basis === 'percent' ? decimalText(done).replace(/\.?0+$/, '') : quantityText(done)
  return text.replace('.', decimalMark)
}

/** What is typed, in the measure of the line; null where it is no such number. */
export const parseDone = (basis: ProgressBasis, typed: string, { decimalMark }: Mark): number | null =>
  basis === 'percent' ? parsePercent(typed, decimalMark) : parseQuantity(typed, decimalMark)
