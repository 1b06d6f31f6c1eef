import { amountInputValue } from '#app/features/projects/form-values.ts'
import { type DemandedCertificate, statutoryKinds } from '#db/vocabulary/qualifications.ts'
import { maxOwnKinds } from './limits.ts'

/** Initial values of the form of the certificates that are demanded. */
export type DemandValues = {
  kinds: string[]
  liabilitySum: string
  worksSum: string
  others: Array<{ name: string }>
}

/** What a client often demands: the certificates of Act 1233/2006, and these with a liability insurance and the tax numbers of a building site. */
export const presets = {
  statutory: [...statutoryKinds],
  site: [...statutoryKinds, 'liability_insurance', 'tax_numbers'],
} as const
export type Preset = keyof typeof presets

/** The values of what a project demands. A preset is ticked in addition. */
export function demandValues(
  demanded: readonly DemandedCertificate[],
  preset: Preset | null,
  localeContext: { decimalMark: ',' | '.' },
): DemandValues {
  const sumOf = (wanted: string) => {
    const cents = demanded.find(({ kind }) => kind === wanted)?.minSumCents
    return cents ? amountInputValue(cents, localeContext) : ''
  }
  const own = demanded.flatMap(({ label }) => (label === null ? [] : { name: label }))
  return {
    kinds: [...new Set<string>([...demanded.map(({ kind }) => kind), ...(preset ? presets[preset] : [])])],
    liabilitySum: sumOf('liability_insurance'),
    worksSum: sumOf('works_insurance'),
    others: Array.from({ length: maxOwnKinds }, (_, index) => own[index] ?? { name: '' }),
  }
}
