import { localDateTimeText } from '#app/platform/local-time.ts'
import { decimalText, quantityText, unitPriceText } from '#app/platform/money.ts'
import type { PriceForm, VatTreatment } from '#db/vocabulary/projects.ts'
import { defaultAddendumDays } from './limits.ts'

type LocaleContext = { timeZone: string; decimalMark: ',' | '.' }

export type LineValues = {
  id?: string
  description: string
  quantity: string
  unit: string
  priceForm: string
  /** `on` for an option (BID-30). */
  isOption?: string
}

/** Initial values of the project form. */
export type ProjectFormValues = {
  title: string
  description: string
  category: string
  location: string
  budget: string
  bidDeadline: string
  startDate: string
  endDate: string
  /** Empty for a project that was published before its client stated one. */
  vatTreatment: string
  vatGround: string
  /** `on` when the checkbox is ticked. */
  buyerDeductsVat: string
  sellsConstruction: string
  /** Percentages; empty without a line that has a target price. */
  overrunShare: string
  underrunShare: string
  addendumDays: string
  mayCloseEarly: string
  invitedOnly: string
  closesWhenAnswered: string
  standstillDays: string
  variantTerms: string
  lines: LineValues[]
}

export const blankLine: LineValues = { description: '', quantity: '', unit: '', priceForm: 'unit' }

/** What the form of a new project begins with. */
export const newProjectValues = {
  lines: [blankLine],
  vatTreatment: 'standard',
  buyerDeductsVat: 'on',
  addendumDays: String(defaultAddendumDays),
  standstillDays: '0',
}

/** Formats an amount as typed in the user's locale; whole amounts have no decimals. */
export function amountInputValue(cents: number, { decimalMark }: Pick<LocaleContext, 'decimalMark'>): string {
  return decimalText(cents).replace(/\.00$/, '').replace('.', decimalMark)
}

/** Formats a unit price as typed in the user's locale; whole amounts have no decimals. */
export function unitPriceInputValue(unitPriceE4: number, { decimalMark }: Pick<LocaleContext, 'decimalMark'>): string {
  return unitPriceText(unitPriceE4).replace(/\.00$/, '').replace('.', decimalMark)
}

/** Formats a quantity as typed in the user's locale. */
export function quantityInputValue(quantityMilli: number, { decimalMark }: Pick<LocaleContext, 'decimalMark'>): string {
  return quantityText(quantityMilli).replace('.', decimalMark)
}

const shareInputValue = (shareBp: number | null, localeContext: Pick<LocaleContext, 'decimalMark'>): string =>
  shareBp === null ? '' : amountInputValue(shareBp, localeContext)

/** The values of a project for its form. */
export function projectFormValues(
  project: {
    title: string
    description: string
    category: string
    location: string
    budgetCents: number | null
    bidDeadline: number
    startDate: string | null
    endDate: string | null
    vatTreatment: VatTreatment
    vatGround: string | null
    buyerDeductsVat: boolean
    sellsConstruction: boolean
    overrunShareBp: number | null
    underrunShareBp: number | null
    addendumDays: number
    mayCloseEarly: boolean
    invitedOnly: boolean
    closesWhenAnswered: boolean
    standstillDays: number
    variantTerms: string | null
    lines: readonly {
      /** None of a line that is still to be stored. */
      id?: string
      description: string
      quantityMilli: number
      unit: string
      priceForm: PriceForm
      isOption: boolean
    }[]
  },
  localeContext: LocaleContext,
): ProjectFormValues {
  const { title, description, category, location, budgetCents, bidDeadline, startDate, endDate, lines } = project
  return {
    title,
    description,
    category,
    location,
    budget: budgetCents === null ? '' : amountInputValue(budgetCents, localeContext),
    bidDeadline: localDateTimeText(bidDeadline, localeContext.timeZone),
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    vatTreatment: project.vatTreatment === 'unstated' ? '' : project.vatTreatment,
    vatGround: project.vatGround ?? '',
    buyerDeductsVat: project.buyerDeductsVat ? 'on' : '',
    sellsConstruction: project.sellsConstruction ? 'on' : '',
    overrunShare: shareInputValue(project.overrunShareBp, localeContext),
    underrunShare: shareInputValue(project.underrunShareBp, localeContext),
    addendumDays: String(project.addendumDays),
    mayCloseEarly: project.mayCloseEarly ? 'on' : '',
    invitedOnly: project.invitedOnly ? 'on' : '',
    closesWhenAnswered: project.closesWhenAnswered ? 'on' : '',
    standstillDays: String(project.standstillDays),
    variantTerms: project.variantTerms ?? '',
    lines: lines.map((line) => ({
      id: line.id,
      description: line.description,
      quantity: quantityInputValue(line.quantityMilli, localeContext),
      unit: line.unit,
      priceForm: line.priceForm,
      ...(line.isOption && { isOption: 'on' }),
    })),
  }
}
