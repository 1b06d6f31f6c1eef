import {
  calculateInvoiceTotals,
  type InvoiceLine,
  type InvoiceTotals,
  invoiceLineNetCents,
  linePriceCents,
} from '#app/features/invoicing/invoice-totals.ts'
import { type LineVat, parseVatChoice } from '#app/features/invoicing/vat-choice.ts'
import { parseQuantity, parseUnitPrice } from '#app/platform/money.ts'
import { amountOfShare, readShare, type TypedAdjustment, toDocumentAdjustments } from './adjustment-input.ts'
import { adjustmentReasonOf, kindOfReason } from './adjustment-reasons.ts'

/** A line of the form while it is being filled in, as its fields have it. */
export type TypedLine = Partial<Record<'quantity' | 'unitPrice' | 'vatRate' | 'discount' | 'charge', string>>
type TypedRow = Partial<Record<'reason' | 'amount' | 'vat', string>>
type DecimalMark = ',' | '.'
/** Rows of a form: text where nothing of them has been filled in. */
type Rows<Row> = readonly (Row | undefined)[] | string | undefined

/** A line with a quantity, a price and a rate; null while one of them is missing or cannot be read. */
function lineOf(typed: TypedLine | undefined, decimalMark: DecimalMark): (InvoiceLine & LineVat) | null {
  const quantityMilli = parseQuantity(typed?.quantity ?? '', decimalMark)
  const unitPriceE4 = parseUnitPrice(typed?.unitPrice ?? '', decimalMark)
  const vat = parseVatChoice(typed?.vatRate ?? '')
  if (quantityMilli === null || unitPriceE4 === null || !vat) return null
  const line = { quantityMilli, unitPriceE4, ...vat }
  const amountOf = (text: string | undefined, kind: 'allowance' | 'charge') => {
    const share = readShare(text ?? '', decimalMark)
    const amount = share && amountOfShare(share, linePriceCents(line))
    return amount ? [{ kind, ...amount }] : []
  }
  return { ...line, adjustments: [...amountOf(typed?.discount, 'allowance'), ...amountOf(typed?.charge, 'charge')] }
}

/** What a line of the form comes to without VAT, in cents; null while that is not known. */
export function netOfTypedLine(typed: TypedLine | undefined, decimalMark: DecimalMark): number | null {
  return orNull(() => {
    const line = lineOf(typed, decimalMark)
    return line && invoiceLineNetCents(line)
  })
}

/** What the form comes to so far, by the rules of the invoice: lines that are not complete do not count. Null for nothing yet. */
export function totalsOfForm(
  typed: { lines?: Rows<TypedLine>; adjustments?: Rows<TypedRow> },
  decimalMark: DecimalMark,
): InvoiceTotals | null {
  return orNull(() => {
    const counted = rowsOf(typed.lines)
      .map((line) => lineOf(line, decimalMark))
      .filter((line) => line !== null)
    if (counted.length === 0) return null
    const adjustments = rowsOf(typed.adjustments).flatMap((row): TypedAdjustment[] => {
      const { reason = '', amount = '', vat = '' } = row ?? {}
      const reasonCode = adjustmentReasonOf(reason)
      const share = readShare(amount, decimalMark)
      return reasonCode && share
        ? [{ kind: kindOfReason(reasonCode), reasonCode, reason: '', share, vat: parseVatChoice(vat) }]
        : []
    })
    return calculateInvoiceTotals(counted, { adjustments: toDocumentAdjustments(adjustments, counted) })
  })
}

const rowsOf = <Row>(rows: Rows<Row>) => (typeof rows === 'object' ? rows : [])

/** Amounts beyond what can be counted have no sum; the server says so. */
function orNull<Value>(run: () => Value): Value | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
