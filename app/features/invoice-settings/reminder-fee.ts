/** The most that a creditor may ask of a company for a reminder, in cents (Debt Collection Act 513/1999 as amended by 299/2022, section 10 e). */
export const maxFeeCents = 1200
