/** VAT rates that a bid may use, in basis points; the first is the default. 0 is for the construction reverse charge. */
export const bidVatRates = [2550, 1350, 1000, 0] as const
