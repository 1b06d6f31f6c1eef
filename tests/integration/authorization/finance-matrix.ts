import { newId } from '#db/ids.ts'
import { button, reason, schedule, withId } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName, World } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']

const account = (): Fields => ({
  submissionId: newId(),
  ...{ kind: 'bank', name: 'By form', currency: 'EUR', opening: '10', openingOn: '2020-01-01' },
})
const transaction = (ids: World['ids']): Fields => ({
  submissionId: newId(),
  ...{
    accountId: ids.financialAccount ?? '',
    direction: 'out',
    amount: '12',
    day: '2026-01-02',
    counterparty: 'By form',
  },
  ...{ 'splits[0].category': 'fuel', 'splits[0].vat': 'standard' },
})
const statementRow = {
  ...{
    day: '2026-01-02',
    amountCents: -100,
    counterparty: 'By form',
    text: '',
    reference: '',
    counterpartyIban: '',
    archiveId: 'A1',
  },
}
const rule = (): Fields => ({
  submissionId: newId(),
  ...{ name: 'By form', mode: 'suggest', textContains: 'form', currency: 'EUR' },
  ...{ 'parts[0].category': 'fuel', 'parts[0].vat': 'standard' },
})
const list = '/financials/transactions'
const received = '/invoicing/received'

/** A company's own books are its own: nobody else sees a row of them, admins neither. The colleague is a plain member. */
export const financeMatrix: Record<string, Rules> = {
  financial_accounts: {
    read: [
      { path: '/financials', shows: 'Secret bathhouse account', may: clients },
      { path: '/financials/accounts/{financialAccount}', shows: 'Secret bathhouse account', may: clients },
      { path: '/financials/accounts/{financialAccount}/edit', shows: 'Secret bathhouse account', may: clients },
    ],
    create: [{ path: '/financials/accounts/new', form: account, may: ['stranger', 'provider', ...clients] }],
    update: [
      { path: '/financials/accounts/{financialAccount}/edit', form: account, may: clients },
      { path: '/financials/accounts/{financialAccount}/archive', form: () => ({ archived: 'true' }), may: clients },
    ],
    delete: 'archived, never deleted: triggers refuse it',
  },
  financial_transactions: {
    read: [
      { path: list, shows: 'Secret bathhouse supplier', may: clients },
      { path: `${list}?q=bathhouse`, shows: 'Secret bathhouse supplier', may: clients },
      { path: `${list}.csv`, shows: 'Secret bathhouse supplier', may: clients },
      { path: `${list}/{postedTransaction}`, shows: 'Secret bathhouse supplier', may: clients },
      { path: `${list}/{draftTransaction}/edit`, shows: 'Secret bathhouse supplier', may: clients },
      { path: `${list}/{draftTransaction}/delete`, shows: 'Secret bathhouse supplier', may: clients },
      { path: `${list}/{postedTransaction}/reverse`, shows: 'Secret bathhouse supplier', may: clients },
    ],
    create: [
      { path: `${list}/new`, form: transaction, may: clients },
      {
        path: '/financials/import/confirm',
        form: ({ financialAccount: accountId = '' }) => ({
          submissionId: newId(),
          accountId,
          rows: JSON.stringify([statementRow]),
        }),
        may: clients,
      },
      { path: `${list}/{postedTransaction}/reverse`, form: reason, may: clients },
    ],
    update: [
      {
        path: '/financials/rules/apply',
        form: ({ openTransaction = '', rule = '' }, now) => ({
          ids: openTransaction,
          pick: `${openTransaction}.${now}.${rule}.${now}`,
        }),
        may: clients,
      },
      { path: `${list}/{draftTransaction}/edit`, form: transaction, may: clients },
      { path: `${list}/{postedTransaction}/edit`, form: transaction, may: [] },
      {
        path: `${list}/{draftTransaction}/match`,
        form: ({ milestoneInvoice = '' }) => ({ invoiceId: milestoneInvoice }),
        may: clients,
      },
      { path: `${list}/{draftTransaction}/post`, form: button, may: clients },
      {
        path: `${list}/bulk`,
        form: ({ draftTransaction = '' }) => ({ ids: draftTransaction, category: 'rent', vat: 'none' }),
        may: clients,
      },
    ],
    delete: [
      { path: `${list}/{draftTransaction}/delete`, form: button, may: clients },
      { path: `${list}/{postedTransaction}/delete`, form: button, may: [] },
    ],
  },
  financial_receipts: {
    read: [
      { path: '/financials/receipts', shows: 'secret-bathhouse.txt', may: clients },
      { path: '/files/{receiptFile}', shows: 'what the receipt says', may: clients },
      { path: `${list}/{draftTransaction}/receipt`, shows: 'secret-bathhouse.txt', may: clients },
    ],
    create: 'with a file, which its own test uploads',
    update: [
      {
        path: '/financials/receipts/{receipt}/file',
        form: ({ draftTransaction = '' }) => ({ transactionId: draftTransaction }),
        may: clients,
      },
      { path: '/financials/receipts/{receipt}/remove', form: button, may: clients },
    ],
    delete: 'taken out of the inbox, never deleted: triggers refuse it',
  },
  invoice_schedules: {
    read: [
      { path: '/invoicing/recurring', shows: 'Buyer of secrets Oy', may: ['provider'] },
      { path: '/invoicing/recurring/{schedule}', shows: 'Buyer of secrets Oy', may: ['provider'] },
      { path: '/invoicing/recurring/{schedule}/edit', shows: 'Buyer of secrets Oy', may: ['provider'] },
    ],
    create: [{ path: '/invoicing/{freeInvoice}/repeat', form: withId(schedule), may: ['provider'] }],
    update: [
      { path: '/invoicing/recurring/{schedule}/edit', form: withId(schedule), may: ['provider'] },
      { path: '/invoicing/recurring/{schedule}/pause', form: button, may: ['provider'] },
      { path: '/invoicing/recurring/{pausedSchedule}/resume', form: button, may: ['provider'] },
      { path: '/invoicing/recurring/{schedule}/end', form: button, may: ['provider'] },
    ],
    delete: 'ended, never deleted',
  },
  received_invoices: {
    read: [
      { path: received, shows: 'Secret bathhouse tiler', may: clients },
      { path: `${received}/{receivedInvoice}`, shows: 'Secret bathhouse tiler', may: clients },
      { path: `${received}/{receivedInvoice}/check`, shows: 'Secret bathhouse tiler', may: clients },
      { path: `${received}/{receivedInvoice}/refuse`, shows: 'Secret bathhouse tiler', may: clients },
      { path: `${received}/{approvedInvoice}/pay`, shows: 'Secret bathhouse tiler', may: clients },
      { path: '/files/{receivedFile}', shows: 'Invoice', may: clients },
    ],
    create: 'with a file, which its own test uploads',
    update: [
      {
        path: `${received}/{receivedInvoice}/check`,
        form: () => ({ dueDate: '2026-12-01', 'parts[0].category': 'materials' }),
        may: clients,
      },
      { path: `${received}/{receivedInvoice}/refuse`, form: reason, may: clients },
      { path: `${received}/{checkedInvoice}/approve`, form: button, may: clients },
      { path: `${received}/{approvedInvoice}/reopen`, form: button, may: clients },
    ],
    delete: 'refused, never deleted: triggers refuse it',
  },
  received_invoice_payments: {
    read: 'with the invoice',
    create: [
      {
        path: `${received}/{approvedInvoice}/pay`,
        form: () => ({ submissionId: newId(), amount: '1', paidOn: '2026-05-20' }),
        may: clients,
      },
    ],
    update: 'never: triggers refuse it',
    delete: 'taken back by its opposite, never deleted: triggers refuse it',
  },
  financial_settings: {
    read: [{ path: '/financials/vat', shows: 'by day of payment', may: ['stranger', 'provider', ...clients] }],
    create: [
      {
        path: '/financials/vat/basis',
        form: () => ({ basis: 'cash' }),
        may: ['stranger', 'provider', ...clients],
      },
    ],
    update: 'by the same form',
    delete: 'never',
  },
  project_budgets: {
    read: [
      { path: '/financials/budgets', shows: 'Open bathhouse', may: clients },
      { path: '/financials/budgets/{openProject}', shows: 'Open bathhouse', may: clients },
      { path: '/financials/budgets/{openProject}/edit', shows: 'Open bathhouse', may: clients },
      { path: '/financials/budgets/{openProject}/budget.csv', shows: '7654.00', may: clients },
    ],
    create: 'by the form that changes it',
    update: [
      {
        path: '/financials/budgets/{openProject}/edit',
        form: () => ({ 'lines[0].category': 'fuel', 'lines[0].amount': '12' }),
        may: clients,
      },
    ],
    delete: 'never; its lines are replaced as a whole',
  },
  booking_rules: {
    read: [
      { path: '/financials/rules', shows: 'Secret bathhouse rule', may: clients },
      { path: '/financials/rules/{rule}/edit', shows: 'Secret bathhouse rule', may: clients },
    ],
    create: [{ path: '/financials/rules/new', form: rule, may: ['stranger', 'provider', ...clients] }],
    update: [
      { path: '/financials/rules/{rule}/edit', form: rule, may: clients },
      { path: '/financials/rules/{rule}/down', form: () => ({ position: '1' }), may: clients },
      { path: '/financials/rules/{rule}/off', form: button, may: clients },
      { path: '/financials/rules/{offRule}/on', form: button, may: clients },
    ],
    delete: 'turned off, never deleted: triggers refuse it',
  },
  financial_own_categories: {
    read: [{ path: '/financials/categories', shows: 'Secret bathhouse category', may: clients }],
    create: [
      {
        path: '/financials/categories',
        form: () => ({ submissionId: newId(), category: 'rent', name: 'By form' }),
        may: ['stranger', 'provider', ...clients],
      },
    ],
    update: [{ path: '/financials/categories/{ownCategory}/archive', form: button, may: clients }],
    delete: 'archived, never deleted: triggers refuse it',
  },
}

export const financeInternal: Record<string, string> = {
  project_budget_lines: 'parts of a budget, which are replaced with it',
  booking_rule_parts: 'parts of a rule, which are replaced with it',
  financial_splits: 'parts of a row of the books; frozen with it by triggers',
  scheduled_invoices: 'what a schedule has made; see invoice_schedules; immutable by triggers',
  received_invoice_parts: 'parts of a received invoice; frozen with its approval by triggers',
}
