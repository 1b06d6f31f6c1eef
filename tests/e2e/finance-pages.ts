import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of a company's own books; the client has none yet. */
export const financePages: Record<string, (world: World) => Place[]> = {
  financials: () => [
    ['provider', '/financials'],
    ['client', '/financials'],
  ],
  'financials/reports': () => [
    ['provider', '/financials/reports'],
    ['provider', '/financials/reports?currency=USD'],
  ],
  'financials/import': () => [['provider', '/financials/import']],
  'financials/receipts': () => [
    ['provider', '/financials/receipts'],
    ['client', '/financials/receipts'],
  ],
  'financials/vat': () => [
    ['provider', '/financials/vat'],
    ['provider', '/financials/vat?period=2026-Q1'],
  ],
  'financials/transactions': () => [
    ['provider', '/financials/transactions'],
    ['provider', '/financials/transactions?q=nothing'],
    ['provider', '/financials/transactions?receipt=missing'],
    ['client', '/financials/transactions'],
  ],
  'financials/transactions/new': () => [
    ['provider', '/financials/transactions/new'],
    ['client', '/financials/transactions/new'],
  ],
  'financials/transactions/:transactionId': ({ draftTransaction, postedTransactionId }) => [
    ['provider', `/financials/transactions/${draftTransaction}`],
    ['provider', `/financials/transactions/${postedTransactionId}`],
  ],
  'financials/transactions/:transactionId/edit': ({ draftTransaction }) => [
    ['provider', `/financials/transactions/${draftTransaction}/edit`],
  ],
  'financials/transactions/:transactionId/receipt': ({ draftTransaction }) => [
    ['provider', `/financials/transactions/${draftTransaction}/receipt`],
  ],
  'financials/transactions/:transactionId/delete': ({ draftTransaction }) => [
    ['provider', `/financials/transactions/${draftTransaction}/delete`],
  ],
  'financials/transactions/:transactionId/reverse': ({ postedTransactionId }) => [
    ['provider', `/financials/transactions/${postedTransactionId}/reverse`],
  ],
  'financials/accounts/new': () => [['provider', '/financials/accounts/new']],
  'financials/accounts/:accountId': ({ financialAccount }) => [
    ['provider', `/financials/accounts/${financialAccount}`],
  ],
  'financials/accounts/:accountId/edit': ({ financialAccount }) => [
    ['provider', `/financials/accounts/${financialAccount}/edit`],
  ],
  'financials/budgets': () => [
    ['provider', '/financials/budgets'],
    ['client', '/financials/budgets'],
  ],
  'financials/budgets/:projectId': ({ budgetedProject }) => [
    ['provider', `/financials/budgets/${budgetedProject}`],
    ['client', `/financials/budgets/${budgetedProject}`],
  ],
  'financials/budgets/:projectId/edit': ({ budgetedProject }) => [
    ['provider', `/financials/budgets/${budgetedProject}/edit`],
  ],
  'financials/rules': () => [
    ['provider', '/financials/rules'],
    ['client', '/financials/rules'],
  ],
  'financials/rules/new': () => [['provider', '/financials/rules/new']],
  'financials/rules/:ruleId/edit': ({ bookingRule }) => [['provider', `/financials/rules/${bookingRule}/edit`]],
  'financials/categories': () => [['provider', '/financials/categories']],
}
