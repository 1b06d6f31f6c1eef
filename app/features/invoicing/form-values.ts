import { decimalText, exchangeRateText, quantityText, unitPriceText } from '#app/platform/money.ts'
import { type DetailValues, type LineDetailValues, lineDetailValues } from './content/detail-values.ts'
import type { LineDetails } from './content/invoice-content.ts'
import { type LineVat, toVatChoice } from './vat-choice.ts'

export type LineValues = LineDetailValues & {
  description: string
  quantity: string
  unit: string
  unitPrice: string
  vatRate: string
}

/** Initial values of the invoice form, as strings. */
export type InvoiceFormValues = DetailValues & {
  /** Whose record filled in the buyer; empty for none. */
  clientId: string
  buyerName: string
  buyerBusinessId: string
  buyerVatNumber: string
  buyerStreet: string
  buyerPostalCode: string
  buyerCity: string
  buyerCountry: string
  buyerEmail: string
  currency: string
  deliveryDate: string
  paymentTermDays: string
  euroRate: string
  euroRateDate: string
  euroRateSource: string
  note: string
  lines: LineValues[]
  /** Only of a quote. */
  title?: string
  validUntil?: string
}

type Party = {
  name: string
  businessId: string | null
  vatNumber: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string
  email?: string | null
}
type Line = Partial<LineDetails> &
  LineVat & { description: string; quantityMilli: number; unit: string; unitPriceE4: number }
type Mark = { decimalMark: ',' | '.' }

/** A buyer as values of the form. */
export function buyerValues(buyer: Party | null) {
  return {
    buyerName: buyer?.name ?? '',
    buyerBusinessId: buyer?.businessId ?? '',
    buyerVatNumber: buyer?.vatNumber ?? '',
    buyerStreet: buyer?.street ?? '',
    buyerPostalCode: buyer?.postalCode ?? '',
    buyerCity: buyer?.city ?? '',
    buyerCountry: buyer?.country ?? '',
    buyerEmail: buyer?.email ?? '',
  }
}

/** Formats cents as typed in the user's locale. */
export const amountInputValue = (cents: number, { decimalMark }: Mark) => decimalText(cents).replace('.', decimalMark)

type EuroRate = { euroRateE6: number | null; euroRateDate: string | null; euroRateSource: string | null }

/** The rate of exchange of an invoice as values of the form; its source is the European Central Bank unless another is stored. */
export function euroRateValues(rate: EuroRate | null, { decimalMark }: Mark) {
  return {
    euroRate: rate?.euroRateE6 ? exchangeRateText(rate.euroRateE6).replace('.', decimalMark) : '',
    euroRateDate: rate?.euroRateDate ?? '',
    euroRateSource: rate?.euroRateSource ?? 'ECB',
  }
}

export function lineValues(line: Line, localeContext: Mark): LineValues {
  return {
    description: line.description,
    quantity: quantityText(line.quantityMilli).replace('.', localeContext.decimalMark),
    unit: line.unit,
    unitPrice: unitPriceText(line.unitPriceE4).replace('.', localeContext.decimalMark),
    vatRate: toVatChoice(line),
    ...lineDetailValues(line, localeContext),
  }
}

/** A blank line with a preselected VAT rate. */
export const blankLine = (vatRate: string): LineValues => ({
  description: '',
  quantity: '',
  unit: '',
  unitPrice: '',
  vatRate,
  ...lineDetailValues({}, { decimalMark: '.' }),
})
