import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import type { FinancialAccount } from './accounts.server.ts'
import { chartValue } from './chart.ts'
import { isInAmount, vatIn } from './splits.ts'
import type { ShownSplit, Transaction } from './transactions.server.ts'

export type SplitValues = { category: string; projectId: string; amount: string; vat: string; vatAmount: string }

export type TransactionValues = {
  accountId: string
  direction: string
  amount: string
  day: string
  counterparty: string
  text: string
  reference: string
  splits: SplitValues[]
}

export const blankSplit: SplitValues = { category: '', projectId: '', amount: '', vat: 'none', vatAmount: '' }

type Mark = { decimalMark: ',' | '.' }

function splitValues(split: ShownSplit, sign: number, isOnly: boolean, mark: Mark): SplitValues {
  const { amountCents, vat, vatRateBp, vatCents } = split
  const isOwn = isInAmount(vat) && vatCents !== vatIn(amountCents, vat, vatRateBp)
  return {
    category: chartValue(split),
    projectId: split.projectId ?? '',
    amount: isOnly ? '' : amountInputValue(sign * amountCents, mark),
    vat: split.vat,
    vatAmount: isOwn ? amountInputValue(Math.abs(vatCents), mark) : '',
  }
}

/** The parts of a row as values of its form: one blank part where it has none. */
export function splitsValues({ splits, amountCents }: Transaction, mark: Mark): SplitValues[] {
  const sign = amountCents < 0 ? -1 : 1
  if (splits.length === 0) return [blankSplit]
  return splits.map((split) => splitValues(split, sign, splits.length === 1, mark))
}

export function transactionValues(row: Transaction, mark: Mark): TransactionValues {
  const { accountId, amountCents, day, counterparty, text, reference } = row
  const direction = amountCents < 0 ? 'out' : 'in'
  const amount = amountInputValue(Math.abs(amountCents), mark)
  return { accountId, direction, amount, day, counterparty, text, reference, splits: splitsValues(row, mark) }
}

export type AccountValues = {
  kind: string
  name: string
  iban: string
  currency: string
  opening: string
  openingOn: string
}

export const accountValues = (account: FinancialAccount, mark: Mark): AccountValues => ({
  kind: account.kind,
  name: account.name,
  iban: account.iban ?? '',
  currency: account.currency,
  opening: amountInputValue(account.openingCents, mark),
  openingOn: account.openingOn,
})
