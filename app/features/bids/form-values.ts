import { amountInputValue, quantityInputValue, unitPriceInputValue } from '#app/features/projects/form-values.ts'
import { decimalText } from '#app/platform/money.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'

type LocaleContext = { decimalMark: ',' | '.' }

export type BidLineValues = {
  projectLineId?: string
  description: string
  quantity: string
  unit: string
  unitPrice: string
  vatRate: string
  /** As the project asks for it; only shown. */
  priceForm?: string
  /** `on` for an option of the project (BID-30); only shown. */
  isOption?: string
  /** `on` when the checkbox is ticked. */
  excluded?: string
  /** `on` for an alternate of the bidder (BID-31), and where it lowers the price. */
  isAlternate?: string
  deducts?: string
}

/** Initial values of the bid form. */
export type BidFormValues = {
  amount: string
  lines: BidLineValues[]
  vatRate: string
  approach: string
  timelineWeeks: string
  inclusions: string
  exclusions: string
  validUntil: string
}

type ProjectLine = {
  id: string
  description: string
  quantityMilli: number
  unit: string
  priceForm?: PriceForm
  isOption?: boolean
}
type BidLine = ProjectLine & {
  projectLineId: string | null
  unitPriceE4: number
  vatRateBp: number
  excluded: boolean
  isAlternate?: boolean
}
type Bid = {
  approach: string
  timelineWeeks: number
  inclusions: string | null
  exclusions: string | null
  validUntil: string | null
  lines: readonly BidLine[]
}

/** A blank line with a preselected VAT rate. */
export const blankBidLine = (vatRate: string): BidLineValues => ({
  description: '',
  quantity: '',
  unit: '',
  unitPrice: '',
  vatRate,
})

/** A blank alternate: a lump sum with a text. */
export const blankAlternate = (vatRate: string): BidLineValues => ({
  ...blankBidLine(vatRate),
  ...{ quantity: '1', unit: 'LS', isAlternate: 'on' },
})

/** The form value of a VAT rate, as a percentage. */
export const vatRateValue = (basisPoints: number): string => decimalText(basisPoints).replace(/\.?0+$/, '') || '0'

/**
 * Initial values of the bid form: a line for every project line in order, with the bid's price, followed by the bidder's own
 * lines. A project without lines gets a single amount, unless the bid has lines of its own. `rates` are those that the project
 * allows, in basis points, the preselected one first. `validUntil` is the day on which a new bid would end (YYYY-MM-DD).
 */
export function bidFormValues(
  projectLines: readonly ProjectLine[],
  bid: Bid | null,
  rates: readonly number[],
  localeContext: LocaleContext,
  validUntil = '',
): BidFormValues {
  // A rate that the project does not allow any more is chosen again.
  const rateOf = (line: { vatRateBp: number } | undefined) =>
    vatRateValue(rates.find((rate) => rate === line?.vatRateBp) ?? rates[0] ?? 0)
  const price = ({ excluded, unitPriceE4 }: BidLine) =>
    excluded && unitPriceE4 === 0 ? '' : unitPriceInputValue(unitPriceE4, localeContext)
  const answers = projectLines.map((line) => {
    const answer = bid?.lines.find(({ projectLineId }) => projectLineId === line.id)
    return {
      projectLineId: line.id,
      description: line.description,
      quantity: quantityInputValue(line.quantityMilli, localeContext),
      unit: line.unit,
      unitPrice: answer ? price(answer) : '',
      priceForm: line.priceForm ?? 'unit',
      vatRate: rateOf(answer),
      ...(line.isOption && { isOption: 'on' }),
      ...(answer?.excluded && { excluded: 'on' }),
    }
  })
  const unasked = bid?.lines.filter(({ projectLineId }) => projectLines.every(({ id }) => id !== projectLineId)) ?? []
  const own = unasked.filter(({ isAlternate }) => !isAlternate)
  const [first] = own
  const isLumpSum =
    answers.length === 0 &&
    own.length === 1 &&
    first?.unit === 'LS' &&
    first.quantityMilli === 1000 &&
    first.unitPriceE4 % 100 === 0
  return {
    amount: isLumpSum && first ? amountInputValue(first.unitPriceE4 / 100, localeContext) : '',
    lines: [
      ...answers,
      ...(isLumpSum ? [] : own).map((line) => ({
        description: line.description,
        quantity: quantityInputValue(line.quantityMilli, localeContext),
        unit: line.unit,
        unitPrice: price(line),
        vatRate: rateOf(line),
        ...(line.excluded && { excluded: 'on' }),
      })),
      ...unasked
        .filter(({ isAlternate }) => isAlternate)
        .map((line) => ({
          ...blankAlternate(rateOf(line)),
          description: line.description,
          unitPrice: unitPriceInputValue(Math.abs(line.unitPriceE4), localeContext),
          ...(line.unitPriceE4 < 0 && { deducts: 'on' }),
        })),
    ],
    vatRate: rateOf(bid?.lines[0]),
    approach: bid?.approach ?? '',
    timelineWeeks: bid ? String(bid.timelineWeeks) : '',
    inclusions: bid?.inclusions ?? '',
    exclusions: bid?.exclusions ?? '',
    validUntil: bid ? (bid.validUntil ?? '') : validUntil,
  }
}
