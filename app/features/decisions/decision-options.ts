import { decimalText, quantityText } from '#app/platform/money.ts'
import type { CanonicalFields } from '#app/platform/text/canonical-text.ts'

/** Amounts in cents, quantities in thousandths. */
export type ChosenOptions = {
  lines: readonly { description: string; quantityMilli: number; unit: string; netCents: number }[]
  netCents: number
  grossCents: number
}

/** What a decision and its letters say of the chosen options; nothing without any. */
export const optionFields = ({ options }: { options?: ChosenOptions | null }): CanonicalFields =>
  options
    ? [
        [
          'options chosen',
          options.lines.map(({ description, quantityMilli, unit, netCents }) => [
            ['line', description],
            ['quantity', quantityText(quantityMilli)],
            ['unit', unit],
            ['net', decimalText(netCents)],
          ]),
        ],
        ['net with options', decimalText(options.netCents)],
        ['gross with options', decimalText(options.grossCents)],
      ]
    : []
