import { useFormat } from '#app/i18n/format.ts'
import type { ProgressBasis } from '#db/vocabulary/valuations.ts'

/** Writes what is done of a line: as a percentage, or as a quantity with its unit. */
export function useDone() {
  const format = useFormat()
  return ({ basis, unit }: { basis: ProgressBasis; unit: string }, done: number) =>
    basis === 'percent' ? format.percent(done) : `${format.quantity(done)} ${unit}`
}
