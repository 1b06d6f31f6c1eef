/** A file of bank statements: read, confirmed by an admin, and booked row by row. */
export const importStatuses = ['reading', 'refused', 'ready', 'booking', 'done', 'discarded'] as const
export type ImportStatus = (typeof importStatuses)[number]

export const statementFormats = ['camt.053', 'camt.054', 'csv'] as const

/** What the bank itself says of a row. */
export const rowNatures = ['charge', 'interest', 'return', 'payment'] as const

/**
 * What becomes of a row; before it is booked, what it seems to become. `known` was recorded before, `differs` with another amount, `details` are parts of a sum that was, and `unexplained` is money that went out and
 * belongs to no payment of ours.
 */
export const rowOutcomes = [
  'known',
  'differs',
  'details',
  'nothing',
  'funds',
  'waits',
  'payout',
  'returned',
  'charge',
  'interest',
  'unexplained',
] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** How an admin explains a row that went out: the bank's charge, the platform's own fee, payments of a run, or a payment that the bank took back. */
export const rowSettlements = ['charge', 'withdrawal', 'payout', 'taken_back'] as const
export type RowSettlement = (typeof rowSettlements)[number]
