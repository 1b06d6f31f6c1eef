import type accounts from './locales/en/accounts.json'
import type apitokens from './locales/en/apitokens.json'
import type approvals from './locales/en/approvals.json'
import type bank from './locales/en/bank.json'
import type bankstatements from './locales/en/bankstatements.json'
import type bell from './locales/en/bell.json'
import type bidfiles from './locales/en/bidfiles.json'
import type bidform from './locales/en/bidform.json'
import type bidimport from './locales/en/bidimport.json'
import type bidlines from './locales/en/bidlines.json'
import type bidlist from './locales/en/bidlist.json'
import type bidrevision from './locales/en/bidrevision.json'
import type bids from './locales/en/bids.json'
import type bidstate from './locales/en/bidstate.json'
import type bidtyping from './locales/en/bidtyping.json'
import type billing from './locales/en/billing.json'
import type bookingrules from './locales/en/bookingrules.json'
import type broadcasthost from './locales/en/broadcasthost.json'
import type broadcastlive from './locales/en/broadcastlive.json'
import type broadcasts from './locales/en/broadcasts.json'
import type budgets from './locales/en/budgets.json'
import type callbuttons from './locales/en/callbuttons.json'
import type calls from './locales/en/calls.json'
import type callscreen from './locales/en/callscreen.json'
import type calltimes from './locales/en/calltimes.json'
import type casefile from './locales/en/casefile.json'
import type chain from './locales/en/chain.json'
import type changefiles from './locales/en/changefiles.json'
import type changeorders from './locales/en/changeorders.json'
import type chat from './locales/en/chat.json'
import type chatpanel from './locales/en/chatpanel.json'
import type chatrefused from './locales/en/chatrefused.json'
import type chatsettings from './locales/en/chatsettings.json'
import type clientform from './locales/en/clientform.json'
import type clientimport from './locales/en/clientimport.json'
import type clientmerge from './locales/en/clientmerge.json'
import type clients from './locales/en/clients.json'
import type closing from './locales/en/closing.json'
import type contractendings from './locales/en/contractendings.json'
import type contractgaps from './locales/en/contractgaps.json'
import type contractpages from './locales/en/contractpages.json'
import type contracts from './locales/en/contracts.json'
import type contractsteps from './locales/en/contractsteps.json'
import type contracttemplates from './locales/en/contracttemplates.json'
import type conversationexport from './locales/en/conversationexport.json'
import type creditlimit from './locales/en/creditlimit.json'
import type database from './locales/en/database.json'
import type decisions from './locales/en/decisions.json'
import type defectfiles from './locales/en/defectfiles.json'
import type deposits from './locales/en/deposits.json'
import type devicesettings from './locales/en/devicesettings.json'
import type directory from './locales/en/directory.json'
import type disputes from './locales/en/disputes.json'
import type documents from './locales/en/documents.json'
import type eaddress from './locales/en/eaddress.json'
import type einvoices from './locales/en/einvoices.json'
import type errors from './locales/en/errors.json'
import type escrow from './locales/en/escrow.json'
import type estimation from './locales/en/estimation.json'
import type evaluation from './locales/en/evaluation.json'
import type fallback from './locales/en/fallback.json'
import type finalaccount from './locales/en/finalaccount.json'
import type finance from './locales/en/finance.json'
import type financeimport from './locales/en/financeimport.json'
import type financereports from './locales/en/financereports.json'
import type follows from './locales/en/follows.json'
import type frozenrecords from './locales/en/frozenrecords.json'
import type groups from './locales/en/groups.json'
import type handover from './locales/en/handover.json'
import type imageviewer from './locales/en/imageviewer.json'
import type invitations from './locales/en/invitations.json'
import type invoiceadvances from './locales/en/invoiceadvances.json'
import type invoiceclient from './locales/en/invoiceclient.json'
import type invoiceparts from './locales/en/invoiceparts.json'
import type invoicepdf from './locales/en/invoicepdf.json'
import type invoicesettings from './locales/en/invoicesettings.json'
import type invoicesteps from './locales/en/invoicesteps.json'
import type invoicing from './locales/en/invoicing.json'
import type legal from './locales/en/legal.json'
import type lineform from './locales/en/lineform.json'
import type lineimport from './locales/en/lineimport.json'
import type livechat from './locales/en/livechat.json'
import type mail from './locales/en/mail.json'
import type mailedinvitation from './locales/en/mailedinvitation.json'
import type mailsettings from './locales/en/mailsettings.json'
import type memo from './locales/en/memo.json'
import type messageconfirm from './locales/en/messageconfirm.json'
import type messagepages from './locales/en/messagepages.json'
import type messagework from './locales/en/messagework.json'
import type negotiation from './locales/en/negotiation.json'
import type notifications from './locales/en/notifications.json'
import type offline from './locales/en/offline.json'
import type opening from './locales/en/opening.json'
import type openitems from './locales/en/openitems.json'
import type passkeys from './locales/en/passkeys.json'
import type payouts from './locales/en/payouts.json'
import type polls from './locales/en/polls.json'
import type priceforms from './locales/en/priceforms.json'
import type productscenes from './locales/en/productscenes.json'
import type projectform from './locales/en/projectform.json'
import type projectlist from './locales/en/projectlist.json'
import type projects from './locales/en/projects.json'
import type projectstage from './locales/en/projectstage.json'
import type projectteam from './locales/en/projectteam.json'
import type projecttemplates from './locales/en/projecttemplates.json'
import type qualification from './locales/en/qualification.json'
import type quoteinbox from './locales/en/quoteinbox.json'
import type quotelist from './locales/en/quotelist.json'
import type quoterequest from './locales/en/quoterequest.json'
import type quotes from './locales/en/quotes.json'
import type receipts from './locales/en/receipts.json'
import type receivedfiles from './locales/en/receivedfiles.json'
import type receivedinvoices from './locales/en/receivedinvoices.json'
import type reconciliation from './locales/en/reconciliation.json'
import type recurring from './locales/en/recurring.json'
import type reminders from './locales/en/reminders.json'
import type restoffer from './locales/en/restoffer.json'
import type reversals from './locales/en/reversals.json'
import type revocation from './locales/en/revocation.json'
import type rights from './locales/en/rights.json'
import type salesrequest from './locales/en/salesrequest.json'
import type savedsearches from './locales/en/savedsearches.json'
import type scheduledmessages from './locales/en/scheduledmessages.json'
import type seals from './locales/en/seals.json'
import type search from './locales/en/search.json'
import type securities from './locales/en/securities.json'
import type serveronly from './locales/en/serveronly.json'
import type settings from './locales/en/settings.json'
import type shell from './locales/en/shell.json'
import type signaturepad from './locales/en/signaturepad.json'
import type site from './locales/en/site.json'
import type staff from './locales/en/staff.json'
import type standstill from './locales/en/standstill.json'
import type statements from './locales/en/statements.json'
import type statuspicker from './locales/en/statuspicker.json'
import type subscriptions from './locales/en/subscriptions.json'
import type takedowns from './locales/en/takedowns.json'
import type team from './locales/en/team.json'
import type tenderpages from './locales/en/tenderpages.json'
import type tenders from './locales/en/tenders.json'
import type terminations from './locales/en/terminations.json'
import type terms from './locales/en/terms.json'
import type termsyse from './locales/en/termsyse.json'
import type tour from './locales/en/tour.json'
import type translation from './locales/en/translation.json'
import type twofactor from './locales/en/twofactor.json'
import type ui from './locales/en/ui.json'
import type unsaved from './locales/en/unsaved.json'
import type validation from './locales/en/validation.json'
import type valuations from './locales/en/valuations.json'
import type vatreport from './locales/en/vatreport.json'
import type verification from './locales/en/verification.json'
import type visits from './locales/en/visits.json'
import type voicerecorder from './locales/en/voicerecorder.json'

/** Every namespace of texts, typed by its English source. */
export type Resources = {
  accounts: typeof accounts
  apitokens: typeof apitokens
  approvals: typeof approvals
  bank: typeof bank
  bankstatements: typeof bankstatements
  bidfiles: typeof bidfiles
  bidimport: typeof bidimport
  bidlines: typeof bidlines
  bidrevision: typeof bidrevision
  bell: typeof bell
  billing: typeof billing
  bids: typeof bids
  bidtyping: typeof bidtyping
  bookingrules: typeof bookingrules
  budgets: typeof budgets
  callscreen: typeof callscreen
  broadcasthost: typeof broadcasthost
  broadcastlive: typeof broadcastlive
  broadcasts: typeof broadcasts
  callbuttons: typeof callbuttons
  calls: typeof calls
  calltimes: typeof calltimes
  casefile: typeof casefile
  chain: typeof chain
  changefiles: typeof changefiles
  changeorders: typeof changeorders
  chat: typeof chat
  chatpanel: typeof chatpanel
  chatrefused: typeof chatrefused
  chatsettings: typeof chatsettings
  clientform: typeof clientform
  clientimport: typeof clientimport
  clientmerge: typeof clientmerge
  clients: typeof clients
  closing: typeof closing
  contractpages: typeof contractpages
  contracts: typeof contracts
  contractgaps: typeof contractgaps
  contractsteps: typeof contractsteps
  contractendings: typeof contractendings
  contracttemplates: typeof contracttemplates
  conversationexport: typeof conversationexport
  defectfiles: typeof defectfiles
  messagepages: typeof messagepages
  messagework: typeof messagework
  projectteam: typeof projectteam
  projecttemplates: typeof projecttemplates
  database: typeof database
  documents: typeof documents
  decisions: typeof decisions
  deposits: typeof deposits
  devicesettings: typeof devicesettings
  directory: typeof directory
  disputes: typeof disputes
  eaddress: typeof eaddress
  einvoices: typeof einvoices
  errors: typeof errors
  escrow: typeof escrow
  estimation: typeof estimation
  evaluation: typeof evaluation
  fallback: typeof fallback
  follows: typeof follows
  frozenrecords: typeof frozenrecords
  groups: typeof groups
  finalaccount: typeof finalaccount
  finance: typeof finance
  financeimport: typeof financeimport
  financereports: typeof financereports
  handover: typeof handover
  imageviewer: typeof imageviewer
  invitations: typeof invitations
  invoiceadvances: typeof invoiceadvances
  invoiceclient: typeof invoiceclient
  invoiceparts: typeof invoiceparts
  invoicepdf: typeof invoicepdf
  invoicesteps: typeof invoicesteps
  invoicesettings: typeof invoicesettings
  recurring: typeof recurring
  reminders: typeof reminders
  creditlimit: typeof creditlimit
  invoicing: typeof invoicing
  mail: typeof mail
  mailedinvitation: typeof mailedinvitation
  mailsettings: typeof mailsettings
  reconciliation: typeof reconciliation
  memo: typeof memo
  messageconfirm: typeof messageconfirm
  negotiation: typeof negotiation
  notifications: typeof notifications
  opening: typeof opening
  openitems: typeof openitems
  passkeys: typeof passkeys
  payouts: typeof payouts
  priceforms: typeof priceforms
  productscenes: typeof productscenes
  projectform: typeof projectform
  projects: typeof projects
  projectstage: typeof projectstage
  qualification: typeof qualification
  quotelist: typeof quotelist
  quotes: typeof quotes
  quoteinbox: typeof quoteinbox
  quoterequest: typeof quoterequest
  receipts: typeof receipts
  receivedfiles: typeof receivedfiles
  receivedinvoices: typeof receivedinvoices
  restoffer: typeof restoffer
  reversals: typeof reversals
  revocation: typeof revocation
  rights: typeof rights
  scheduledmessages: typeof scheduledmessages
  translation: typeof translation
  polls: typeof polls
  salesrequest: typeof salesrequest
  savedsearches: typeof savedsearches
  search: typeof search
  seals: typeof seals
  securities: typeof securities
  serveronly: typeof serveronly
  settings: typeof settings
  shell: typeof shell
  signaturepad: typeof signaturepad
  site: typeof site
  staff: typeof staff
  standstill: typeof standstill
  statements: typeof statements
  statuspicker: typeof statuspicker
  subscriptions: typeof subscriptions
  takedowns: typeof takedowns
  team: typeof team
  tenders: typeof tenders
  tenderpages: typeof tenderpages
  terminations: typeof terminations
  terms: typeof terms
  termsyse: typeof termsyse
  twofactor: typeof twofactor
  ui: typeof ui
  bidlist: typeof bidlist
  bidform: typeof bidform
  bidstate: typeof bidstate
  projectlist: typeof projectlist
  legal: typeof legal
  lineform: typeof lineform
  livechat: typeof livechat
  lineimport: typeof lineimport
  offline: typeof offline
  tour: typeof tour
  unsaved: typeof unsaved
  validation: typeof validation
  valuations: typeof valuations
  vatreport: typeof vatreport
  verification: typeof verification
  visits: typeof visits
  voicerecorder: typeof voicerecorder
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Resources
    returnNull: false
  }
}
