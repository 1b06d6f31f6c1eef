import { amountInputValue, quantityInputValue } from '#app/features/projects/form-values.ts'
import { decimalText } from '#app/platform/money.ts'
import { bidVatRates } from './vat-choice.ts'

type LocaleContext = { decimalMark: ',' | '.' }

export type BidLineValues = {
  projectLineId?: string
  description: string
  quantity: string
  unit: string
  unitPrice: string
  /** `on` when the checkbox is ticked. */
  excluded?: string
}

/** Initial values of the bid form. */
export type BidFormValues = {
  amount: string
  lines: BidLineValues[]
  vatRate: string
  approach: string
  timelineWeeks: string
}

type ProjectLine = { id: string; description: string; quantityMilli: number; unit: string }
type BidLine = ProjectLine & {
  projectLineId: string | null
  unitPriceCents: number
  vatRateBp: number
  excluded: boolean
}
type Bid = { approach: string; timelineWeeks: number; lines: readonly BidLine[] }

export const blankBidLine: BidLineValues = { description: '', quantity: '', unit: '', unitPrice: '' }

/** The form value of a VAT rate, as a percentage. */
export const vatRateValue = (basisPoints: number): string => decimalText(basisPoints).replace(/\.?0+$/, '') || '0'

/**
 * Initial values of the bid form: a line for every project line in order, with the bid's price, followed by the bidder's own
 * lines. A project without lines gets a single amount, unless the bid has lines of its own.
 */
export function bidFormValues(
  projectLines: readonly ProjectLine[],
  bid: Bid | null,
  localeContext: LocaleContext,
): BidFormValues {
  const price = ({ excluded, unitPriceCents }: BidLine) =>
    excluded && unitPriceCents === 0 ? '' : amountInputValue(unitPriceCents, localeContext)
  const answers = projectLines.map((line) => {
    const answer = bid?.lines.find(({ projectLineId }) => projectLineId === line.id)
    return {
      projectLineId: line.id,
      description: line.description,
      quantity: quantityInputValue(line.quantityMilli, localeContext),
      unit: line.unit,
      unitPrice: answer ? price(answer) : '',
      ...(answer?.excluded && { excluded: 'on' }),
    }
  })
  const own = bid?.lines.filter(({ projectLineId }) => projectLines.every(({ id }) => id !== projectLineId)) ?? []
  const [first] = own
  const isLumpSum = answers.length === 0 && own.length === 1 && first?.unit === 'LS'
  return {
    amount: isLumpSum && first ? amountInputValue(first.unitPriceCents, localeContext) : '',
    lines: [
      ...answers,
      ...(isLumpSum ? [] : own).map((line) => ({
        description: line.description,
        quantity: quantityInputValue(line.quantityMilli, localeContext),
        unit: line.unit,
        unitPrice: price(line),
        ...(line.excluded && { excluded: 'on' }),
      })),
    ],
    vatRate: vatRateValue(bid?.lines[0]?.vatRateBp ?? bidVatRates[0]),
    approach: bid?.approach ?? '',
    timelineWeeks: bid ? String(bid.timelineWeeks) : '',
  }
}
