import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of escrow, milestones, invoices and clients, a part of `places`. */
export const moneyPages: Record<string, (world: World) => Place[]> = {
  escrow: () => [
    ['client', '/escrow'],
    ['admin', '/escrow'],
  ],
  'escrow/transfers': () => [['admin', '/escrow/transfers']],
  'escrow/transfers/:transferId': ({ waitingTransferId }) => [['admin', `/escrow/transfers/${waitingTransferId}`]],
  'escrow/suspense': () => [['admin', '/escrow/suspense']],
  'escrow/suspense/:transferId': ({ waitingTransferId }) => [['admin', `/escrow/suspense/${waitingTransferId}`]],
  'invoicing/reference-rates': () => [
    ['admin', '/invoicing/reference-rates'],
    ['provider', '/invoicing/reference-rates'],
  ],
  'escrow/payouts': () => [['admin', '/escrow/payouts']],
  'escrow/payouts/:runId': ({ payoutRunId }) => [['admin', `/escrow/payouts/${payoutRunId}`]],
  'escrow/bank-statements': () => [['admin', '/escrow/bank-statements']],
  'escrow/bank-statements/:importId': ({ statementImportId }) => [
    ['admin', `/escrow/bank-statements/${statementImportId}`],
  ],
  'escrow/bank-statements/rows/:rowId': ({ statementRowId }) => [
    ['admin', `/escrow/bank-statements/rows/${statementRowId}`],
  ],
  'escrow/reconciliation': () => [['admin', '/escrow/reconciliation']],
  'escrow/balances': () => [['client', '/escrow/balances']],
  'escrow/:contractId': ({ contractId, unpaidContractId, endedContractId }) => [
    ['client', `/escrow/${endedContractId}`],
    ['client', `/escrow/${contractId}`],
    ['provider', `/escrow/${contractId}`],
    ['client', `/escrow/${unpaidContractId}`],
    ['admin', `/escrow/${unpaidContractId}`],
  ],
  'escrow/:contractId/release-retention': ({ endedContractId }) => [
    ['client', `/escrow/${endedContractId}/release-retention`],
  ],
  'escrow/:contractId/dispute-retention': ({ endedContractId }) => [
    ['provider', `/escrow/${endedContractId}/dispute-retention`],
  ],
  'escrow/:contractId/resolve-retention': ({ disputedEndContractId }) => [
    ['admin', `/escrow/${disputedEndContractId}/resolve-retention`],
  ],
  'escrow/:contractId/case-file': ({ disputedEndContractId }) => [
    ['admin', `/escrow/${disputedEndContractId}/case-file`],
  ],
  'escrow/:contractId/case-file/changes': ({ disputedEndContractId }) => [
    ['admin', `/escrow/${disputedEndContractId}/case-file/changes`],
  ],
  'escrow/:contractId/case-file/chain': ({ disputedEndContractId }) => [
    ['admin', `/escrow/${disputedEndContractId}/case-file/chain`],
  ],
  'milestones/:milestoneId/payment-slip': ({ milestones }) => [
    ['client', `/milestones/${milestones.planned}/payment-slip`],
  ],
  'milestones/:milestoneId/fund': ({ milestones }) => [['client', `/milestones/${milestones.planned}/fund`]],
  'milestones/:milestoneId/submit': ({ milestones }) => [['provider', `/milestones/${milestones.working}/submit`]],
  'milestones/:milestoneId/approve': ({ milestones }) => [['client', `/milestones/${milestones.handedIn}/approve`]],
  'milestones/:milestoneId/request-changes': ({ milestones }) => [
    ['client', `/milestones/${milestones.handedIn}/request-changes`],
  ],
  'milestones/:milestoneId/release': ({ milestones }) => [['client', `/milestones/${milestones.accepted}/release`]],
  'milestones/:milestoneId/request-refund': ({ milestones }) => [
    ['client', `/milestones/${milestones.working}/request-refund`],
  ],
  'milestones/:milestoneId/dispute': ({ milestones }) => [['client', `/milestones/${milestones.handedIn}/dispute`]],
  'milestones/:milestoneId/resolve': ({ milestones }) => [['admin', `/milestones/${milestones.disputed}/resolve`]],
  invoicing: () => [['provider', '/invoicing']],
  'invoicing/received': () => [
    ['client', '/invoicing/received'],
    ['provider', '/invoicing/received?state=toApprove'],
  ],
  'invoicing/received/add': () => [['provider', '/invoicing/received/add']],
  'invoicing/received/type': () => [['provider', '/invoicing/received/type']],
  'invoicing/received/:receivedId': ({ receivedEinvoice, approvedReceived }) => [
    ['provider', `/invoicing/received/${receivedEinvoice}`],
    ['provider', `/invoicing/received/${approvedReceived}`],
  ],
  'invoicing/received/:receivedId/check': ({ receivedEinvoice }) => [
    ['provider', `/invoicing/received/${receivedEinvoice}/check`],
  ],
  'invoicing/received/:receivedId/refuse': ({ receivedEinvoice }) => [
    ['provider', `/invoicing/received/${receivedEinvoice}/refuse`],
  ],
  'invoicing/received/:receivedId/pay': ({ approvedReceived }) => [
    ['provider', `/invoicing/received/${approvedReceived}/pay`],
  ],
  'invoicing/recurring': () => [
    ['provider', '/invoicing/recurring'],
    ['client', '/invoicing/recurring'],
  ],
  'invoicing/recurring/:scheduleId': ({ schedule }) => [['provider', `/invoicing/recurring/${schedule}`]],
  'invoicing/recurring/:scheduleId/edit': ({ schedule }) => [['provider', `/invoicing/recurring/${schedule}/edit`]],
  'shared/quote/:shareId': ({ quotes }) => [
    ['guest', `/shared/quote/${quotes.link}`],
    ['guest', `/shared/quote/${quotes.acceptedLink}`],
  ],
  'shared/quote/:shareId/accept': ({ quotes }) => [['guest', `/shared/quote/${quotes.link}/accept`]],
  'shared/quote/:shareId/decline': ({ quotes }) => [['guest', `/shared/quote/${quotes.link}/decline`]],
  'invoicing/quotes': () => [
    ['provider', '/invoicing/quotes'],
    ['client', '/invoicing/quotes'],
  ],
  'invoicing/quotes/new': () => [['provider', '/invoicing/quotes/new']],
  'invoicing/quotes/:quoteId': ({ quotes }) => [
    ['provider', `/invoicing/quotes/${quotes.draft}`],
    ['provider', `/invoicing/quotes/${quotes.sent}`],
    ['provider', `/invoicing/quotes/${quotes.accepted}`],
  ],
  'invoicing/quotes/:quoteId/edit': ({ quotes }) => [['provider', `/invoicing/quotes/${quotes.draft}/edit`]],
  'invoicing/quotes/:quoteId/send': ({ quotes }) => [['provider', `/invoicing/quotes/${quotes.handed}/send`]],
  'invoicing/quotes/:quoteId/answer': ({ quotes }) => [['provider', `/invoicing/quotes/${quotes.sent}/answer`]],
  'invoicing/quotes/:quoteId/withdraw': ({ quotes }) => [['provider', `/invoicing/quotes/${quotes.handed}/withdraw`]],
  'invoicing/quotes/:quoteId/invoice': ({ quotes }) => [['provider', `/invoicing/quotes/${quotes.accepted}/invoice`]],
  'invoicing/quotes/:quoteId/delete': ({ quotes }) => [['provider', `/invoicing/quotes/${quotes.draft}/delete`]],
  'invoicing/:invoiceId/repeat': ({ issuedInvoice }) => [['provider', `/invoicing/${issuedInvoice}/repeat`]],
  'invoicing/new': ({ milestones }) => [
    ['provider', '/invoicing/new'],
    ['provider', `/invoicing/new?milestone=${milestones.paid}`],
  ],
  'invoicing/open-items': () => [
    ['provider', '/invoicing/open-items'],
    ['client', '/invoicing/open-items?view=received'],
  ],
  'invoicing/:invoiceId': ({ draftInvoice, issuedInvoice }) => [
    ['provider', `/invoicing/${draftInvoice}`],
    ['provider', `/invoicing/${issuedInvoice}`],
  ],
  'invoicing/:invoiceId/advances': ({ draftInvoice }) => [['provider', `/invoicing/${draftInvoice}/advances`]],
  'invoicing/:invoiceId/edit': ({ draftInvoice }) => [['provider', `/invoicing/${draftInvoice}/edit`]],
  'invoicing/:invoiceId/issue': ({ draftInvoice }) => [['provider', `/invoicing/${draftInvoice}/issue`]],
  'invoicing/:invoiceId/send': ({ issuedInvoice }) => [['provider', `/invoicing/${issuedInvoice}/send`]],
  'invoicing/:invoiceId/reminders': ({ lateInvoice }) => [['provider', `/invoicing/${lateInvoice}/reminders`]],
  'invoicing/:invoiceId/reminders/:reminderId': ({ lateInvoice, reminderId }) => [
    ['provider', `/invoicing/${lateInvoice}/reminders/${reminderId}`],
  ],
  'invoicing/:invoiceId/record-payment': ({ issuedInvoice }) => [
    ['provider', `/invoicing/${issuedInvoice}/record-payment`],
  ],
  'invoicing/:invoiceId/refund': ({ overpaidInvoice }) => [['provider', `/invoicing/${overpaidInvoice}/refund`]],
  'invoicing/:invoiceId/set-off': ({ overpaidInvoice }) => [['provider', `/invoicing/${overpaidInvoice}/set-off`]],
  'invoicing/:invoiceId/credit': ({ issuedInvoice }) => [['provider', `/invoicing/${issuedInvoice}/credit`]],
  'invoicing/:invoiceId/delete': ({ draftInvoice }) => [['provider', `/invoicing/${draftInvoice}/delete`]],
  clients: () => [['provider', '/clients?view=all']],
  'clients/new': () => [['provider', '/clients/new']],
  'clients/:clientId': ({ listedClient }) => [['provider', `/clients/${listedClient}`]],
  'clients/:clientId/edit': ({ listedClient }) => [['provider', `/clients/${listedClient}/edit`]],
  'clients/import': () => [['provider', '/clients/import']],
  'clients/doubles': () => [['provider', '/clients/doubles']],
  'clients/:clientId/merge': ({ listedClient }) => [['provider', `/clients/${listedClient}/merge`]],
  'clients/:clientId/delete': ({ listedClient }) => [['provider', `/clients/${listedClient}/delete`]],
}
