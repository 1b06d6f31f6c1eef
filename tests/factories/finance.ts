import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type AccountInput, addFinancialAccount } from '#app/features/finance/add-financial-account.server.ts'
import { recordTransaction, type TransactionInput } from '#app/features/finance/record-transaction.server.ts'
import { addRule, type RuleInput, switchRule } from '#app/features/finance/rules/add-rule.server.ts'
import { settleDrafts } from '#app/features/finance/settle-drafts.server.ts'
import type { AskedSplit } from '#app/features/finance/splits.ts'
import { businessDay } from '#app/platform/business-day.ts'

/** A part of a row: all of it for materials, without VAT, unless given. */
export const splitInput = (given: Partial<AskedSplit> = {}): AskedSplit => ({
  ...{ category: 'materials', ownCategoryId: null, projectId: null, amountCents: null, vat: 'none', vatCents: null },
  ...given,
})

/** Adds a bank account in euros that begins with nothing on the first of January 2020. */
export const createAccount = (ctx: CompanyContext, given: Partial<AccountInput> = {}): string =>
  addFinancialAccount(ctx, {
    ...{ kind: 'bank', name: 'Bank account', iban: null, currency: 'EUR', openingCents: 0, openingOn: '2020-01-01' },
    ...given,
  }).id

/** Enters a row: 125.50 paid today for materials, with VAT, unless given. */
export const createTransaction = (
  ctx: CompanyContext,
  accountId: string,
  given: Partial<Omit<TransactionInput, 'accountId'>> = {},
): string =>
  recordTransaction(ctx, {
    ...{
      accountId,
      day: businessDay(ctx.now),
      amountCents: -12_550,
      counterparty: 'Supplier Oy',
      text: '',
      reference: '',
    },
    splits: [splitInput({ vat: 'standard' })],
    ...given,
  }).id

/** The same, posted. */
export function postedTransaction(...given: Parameters<typeof createTransaction>): string {
  const id = createTransaction(...given)
  settleDrafts(given[0], { transactionIds: [id], purpose: null, post: true })
  return id
}

/** What a rule is: rows of “Supplier” are for materials, as a suggestion, unless given. */
export const ruleInput = (given: Partial<RuleInput> = {}): RuleInput => ({
  ...{
    name: 'Supplier',
    mode: 'suggest',
    textContains: null,
    counterpartyContains: 'supplier',
    counterpartyIban: null,
  },
  ...{ direction: null, currency: 'EUR', minCents: null, maxCents: null },
  parts: [{ category: 'materials', ownCategoryId: null, projectId: null, vat: 'standard', shareBp: null }],
  ...given,
})

export const createRule = (ctx: CompanyContext, given: Partial<RuleInput> = {}): string =>
  addRule(ctx, ruleInput(given)).id

/** One that is turned off. */
export function offRule(ctx: CompanyContext): string {
  const ruleId = createRule(ctx, { name: 'Rule that is off' })
  switchRule(ctx, { ruleId, isOn: false })
  return ruleId
}
