import type { Currency } from '#db/vocabulary/currencies.ts'

/** What is wrong with a file, as a key of `bankbankstatements:problem.*`; a file with a problem is refused whole. */
export type StatementProblem =
  | 'xmlSyntax'
  | 'xmlDoctype'
  | 'xmlEntity'
  | 'xmlTooLarge'
  | 'encoding'
  | 'otherFormat'
  | 'missing'
  | 'amount'
  | 'negativeAmount'
  | 'date'
  | 'future'
  | 'currency'
  | 'otherCurrency'
  | 'otherAccount'
  | 'details'
  | 'balance'
  | 'columns'
  | 'tooLarge'
  | 'empty'

export class StatementError extends Error {
  readonly problem: StatementProblem
  /** Of the file; null where the file as a whole is meant. */
  readonly line: number | null
  readonly params: Record<string, string | number>

  constructor(problem: StatementProblem, line: number | null, params: Record<string, string | number> = {}) {
    super(`statement: ${problem} in line ${line}`)
    this.name = 'StatementError'
    this.problem = problem
    this.line = line
    this.params = params
  }
}

/** One row as the bank states it: an entry, or one transaction of an entry that it details. */
export type StatementRow = {
  line: number
  /** `YYYY-MM-DD` */
  bookedOn: string
  /** Above zero for money that came in. */
  amountCents: number
  currency: Currency
  /** The bank's archive id; null where the format has none. */
  archiveId: string | null
  /** Of the entry that the transaction is a part of. */
  batchId: string | null
  /** Whether it is the sum of several payments that the file does not detail. */
  isSum: boolean
  /** '' where it has none, as every text. */
  reference: string
  endToEndId: string
  /** The message or the batch of our own payment file, which the bank booked as one sum. */
  batchOf: string
  counterparty: string
  counterpartyIban: string
  message: string
  nature: RowNature
  /** The bank takes an earlier row back. */
  isReversal: boolean
  /** Of a payment that came back. */
  returnReason: string
}

/** What the bank itself says of a row: its own charges, interest, a payment that came back, or a payment. */
export type RowNature = 'charge' | 'interest' | 'return' | 'payment'

/** What a statement says of itself; it comes after its rows. */
export type StatementHead = {
  number: string
  iban: string
  currency: Currency
  fromOn: string | null
  toOn: string | null
  openingCents: number | null
  closingCents: number | null
}

export type StatementPart = { kind: 'row'; row: StatementRow } | { kind: 'statement'; head: StatementHead }

export type StatementFormat = 'camt.053' | 'camt.054' | 'csv'

/** A day that exists, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** As much as is safe to add up ten thousand times. */
const maxCents = 99_999_999_999_999

/** Cents of whole digits and decimals, of which those beyond the second must be zeros; null for what is no amount, or a huge one. */
export function centsOf(whole: string, decimals: string): number | null {
  if (!/^\d{1,18}$/.test(whole) || !/^\d{0,2}0*$/.test(decimals)) return null
  const cents = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  return cents <= maxCents ? cents : null
}
