/** What a company's own money is kept on. */
export const financialAccountKinds = ['bank', 'cash', 'card'] as const
export type FinancialAccountKind = (typeof financialAccountKinds)[number]

/**
 * When VAT is stated: by the invoice, or, for a business with a turnover of at most 500 000 euros, by the day of payment (Finnish VAT Act, section
 * 137 for what it sells, 143 for what it buys).
 */
export const vatBases = ['invoice', 'cash'] as const
export type VatBasis = (typeof vatBases)[number]

/** A draft can be changed and deleted; what is posted stays, and is corrected by a reversing row. */
export const financialStatuses = ['draft', 'posted'] as const
export type FinancialStatus = (typeof financialStatuses)[number]

export const financialSources = ['manual', 'import', 'reversal'] as const
export type FinancialSource = (typeof financialSources)[number]

/** What a booking rule does with a draft that comes in: says what it may be for, or writes it. */
export const bookingRuleModes = ['suggest', 'categorize'] as const
export type BookingRuleMode = (typeof bookingRuleModes)[number]

export const moneyDirections = ['in', 'out'] as const
export type MoneyDirection = (typeof moneyDirections)[number]

/** `transfer`: neither income nor expense, such as money moved between one's own accounts, VAT, and loans. */
export const financialKinds = ['income', 'expense', 'transfer'] as const
export type FinancialKind = (typeof financialKinds)[number]

/** The chart of a contractor; a company's own categories are parts of these. */
export const financialChart = {
  income: ['sales', 'other_income'],
  expense: [
    ...(['materials', 'subcontractors', 'wages', 'social_costs', 'equipment', 'fuel', 'rent', 'insurance'] as const),
    ...([
      'travel',
      'office',
      'advice',
      'marketing',
      'platform_fees',
      'bank_charges',
      'taxes',
      'other_expense',
    ] as const),
  ],
  transfer: ['own_transfer', 'escrow', 'vat', 'loans', 'owners'],
} as const satisfies Record<FinancialKind, readonly string[]>

export const financialCategories = [
  ...financialChart.income,
  ...financialChart.expense,
  ...financialChart.transfer,
] as const
export type FinancialCategory = (typeof financialCategories)[number]

/**
 * The VAT of a part of a row (Finnish VAT Act 1501/1993): none in it, or none that may be deducted; in it, at one of the three rates; zero-rated
 * sales; reverse charge of construction services (section 8 c), of goods from and to another EU country (sections 26 a and 72 a), and of services
 * from and to one (sections 9 and 65).
 */
export const financialVats = [
  'none',
  'standard',
  'reduced',
  'low',
  'zero',
  'construction',
  'eu_goods',
  'eu_services',
] as const
export type FinancialVat = (typeof financialVats)[number]
