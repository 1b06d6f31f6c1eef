/** VAT rates that a bid may name, in basis points; the first is the usual one. 0 is for the construction reverse charge. */
export const bidVatRates = [2550, 1350, 1000, 0] as const
