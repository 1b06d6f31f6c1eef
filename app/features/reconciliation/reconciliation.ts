import { sumCents } from '#app/platform/money.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { LedgerAccountKind } from '#db/vocabulary/escrow.ts'
import { type Break, maxBreaks } from './statement-breaks.ts'

/**
 * Why the bank and the ledger have different sums on a day. `recordedLater` and `reversedLater` are of the day itself: the ledger learned of it only
 * afterwards. The others are open: a statement and the ledger contradict each other.
 */
export type Cause =
  | 'recordedLater'
  | 'reversedLater'
  | 'notOnStatement'
  | 'notBooked'
  | 'otherAmount'
  | 'reversed'
  | 'doubled'
  | 'opening'
  | 'gap'

/** What the bank has more (or, below zero, less) than the ledger by one row. */
export type Difference = {
  cause: Cause
  cents: number
  /** `YYYY-MM-DD` */
  day: string
  /** The other party, or the number of the statement; '' where the bank names none. */
  name: string
  /** Of the page about it. */
  to: string
}

/** The ledger's side: what is owed on accounts of a kind, in cents; below zero for what the platform owes the account. */
export type Owed = { kind: Exclude<LedgerAccountKind, 'bank'>; cents: number }

export type StatementOnDay = { importId: string; number: string; on: string; closingCents: number }

/** One currency on one day. */
export type Reconciliation = {
  currency: Currency
  /** The last statement up to the day; null before the first one. */
  statement: StatementOnDay | null
  /** What is recorded for the days after that statement, up to the day. */
  laterCents: number
  /** The statement and what came after it; without a statement, what is recorded. */
  bankCents: number
  owed: Owed[]
  owedCents: number
  differences: Difference[]
  /** How many of them are left out. */
  leftOut: number
  /** What the bank has more by differences that are not of the day itself. */
  openCents: number
  /** What no row explains. */
  unexplainedCents: number
  /** Where its statements up to the day do not follow one another, the newest first, whether or not the sums agree. */
  breaks: Break[]
  breaksLeftOut: number
  verdict: Verdict
}

/** `later`: the sums differ only by what was recorded after the day. */
export type Verdict = 'agrees' | 'later' | 'explained' | 'unexplained'

/** Differences of a currency that are shown. */
export const maxDifferences = 200

const ofTheDay = (cause: Cause) => cause === 'recordedLater' || cause === 'reversedLater'

/** Compares the two sides of one currency, and says what is left when every known difference is taken into account. */
export function reconcile(of: {
  currency: Currency
  statement: StatementOnDay | null
  laterCents: number
  recordedCents: number
  owed: readonly Owed[]
  differences: readonly Difference[]
  breaks: readonly Break[]
}): Reconciliation {
  const { currency, statement, laterCents, recordedCents } = of
  const owed = of.owed.filter(({ cents }) => cents !== 0)
  const owedCents = sumCents(owed.map(({ cents }) => cents))
  const bankCents = statement ? statement.closingCents + laterCents : recordedCents
  const sumOf = (isOfTheDay: boolean) =>
    sumCents(of.differences.filter(({ cause }) => ofTheDay(cause) === isOfTheDay).map(({ cents }) => cents))
  const openCents = bankCents - owedCents - sumOf(true)
  const unexplainedCents = openCents - sumOf(false)
  const isOpen = openCents !== 0 || of.differences.some(({ cause }) => !ofTheDay(cause))
  const verdict =
    unexplainedCents !== 0 ? 'unexplained' : isOpen ? 'explained' : bankCents === owedCents ? 'agrees' : 'later'
  const differences = of.differences.slice(0, maxDifferences)
  const leftOut = of.differences.length - differences.length
  return {
    ...{ currency, statement, laterCents, bankCents, owed, owedCents, differences, leftOut },
    ...{ openCents, unexplainedCents, verdict },
    breaks: of.breaks.slice(-maxBreaks).reverse(),
    breaksLeftOut: Math.max(0, of.breaks.length - maxBreaks),
  }
}

/** Whether admins have to look: the day's own later records settle themselves. */
export const needsAnAdmin = ({ verdict }: Reconciliation): boolean =>
  verdict === 'explained' || verdict === 'unexplained'
