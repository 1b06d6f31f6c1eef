import { quantityInputValue, unitPriceInputValue } from '#app/features/projects/form-values.ts'

export type ChangeLineValues = {
  /** `add` or `deduct`. */
  effect: string
  /** The line of the contract; '' for a new item. */
  item: string
  description: string
  quantity: string
  unit: string
  unitPrice: string
}

/** Initial values of the form of a change order. */
export type ChangeOrderFormValues = {
  title: string
  reason: string
  description: string
  vatRateBp: string
  lines: ChangeLineValues[]
  extensionDays: string
  /** '' for the whole work. */
  extensionMilestoneId: string
  milestoneId: string
}

export const blankChangeLine: ChangeLineValues = {
  ...{ effect: 'add', item: '', description: '', quantity: '', unit: '', unitPrice: '' },
}

type Change = {
  title: string
  reason: string
  description: string
  vatRateBp: number
  extensionDays: number
  extensionMilestoneId: string | null
  milestoneId: string | null
}
type Line = {
  bidLineId: string | null
  description: string
  quantityMilli: number
  unit: string
  unitPriceE4: number
}

/** Initial values of the form for a draft. */
export function changeOrderFormValues(
  change: Change,
  lines: readonly Line[],
  localeContext: { decimalMark: ',' | '.' },
): ChangeOrderFormValues {
  const { title, reason, description, vatRateBp, extensionDays, extensionMilestoneId, milestoneId } = change
  return {
    ...{ title, reason, description, vatRateBp: String(vatRateBp), milestoneId: milestoneId ?? '' },
    extensionDays: String(extensionDays),
    extensionMilestoneId: extensionMilestoneId ?? '',
    lines: lines.map(({ bidLineId, quantityMilli, ...line }) => ({
      effect: quantityMilli < 0 ? 'deduct' : 'add',
      item: bidLineId ?? '',
      description: bidLineId === null ? line.description : '',
      quantity: quantityInputValue(Math.abs(quantityMilli), localeContext),
      unit: bidLineId === null ? line.unit : '',
      unitPrice: bidLineId === null ? unitPriceInputValue(line.unitPriceE4, localeContext) : '',
    })),
  }
}
