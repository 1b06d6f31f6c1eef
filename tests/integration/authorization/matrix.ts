import { newId } from '#db/ids.ts'
import { password } from '#tests/factories/deal.ts'
import { approvalMatrix, signature } from './approval-matrix.ts'
import { bidFileMatrix } from './bid-file-matrix.ts'
import { changeFileMatrix, changeMatrix } from './change-matrix.ts'
import { chatMatrix } from './chat-matrix.ts'
import { clientMatrix } from './client-matrix.ts'
import { closingMatrix, defectFileMatrix, finalAccountMatrix, handoverMatrix } from './closing-matrix.ts'
import { databaseMatrix } from './database-matrix.ts'
import { decisionMatrix } from './decision-matrix.ts'
import { disputeMatrix } from './dispute-matrix.ts'
import { escrowMatrix } from './escrow-matrix.ts'
import { evaluationMatrix } from './evaluation-matrix.ts'
import { financeMatrix } from './finance-matrix.ts'
import { bid, button, contract, invoice, project, reason, withId } from './forms.ts'
import { invitationMatrix } from './invitation-matrix.ts'
import { negotiationMatrix } from './negotiation-matrix.ts'
import { qualificationMatrix } from './qualification-matrix.ts'
import { quoteMatrix } from './quote-matrix.ts'
import { sealMatrix } from './seal-matrix.ts'
import { teamMatrix } from './team-matrix.ts'
import { templateMatrix } from './template-matrix.ts'
import { tenderMatrix } from './tender-matrix.ts'
import { valuationMatrix } from './valuation-matrix.ts'
import { visitMatrix } from './visit-matrix.ts'
import type { ActorName, World } from './world.ts'

/** A URL; `{name}` is replaced by the id of that name in the world. */
type Place = string
export type Fields = Record<string, string>

/** A page that shows `text` to permitted actors only. */
export type Read = { path: Place; shows: string; may: ActorName[] }
/** A form that changes the table for permitted actors; for everybody else it changes nothing. */
export type Write = { path: Place; form?: (ids: World['ids'], now: number) => Fields; may: ActorName[] }
/** The reason why the product lacks a verb. */
type Never = string

export type Rules = { read: Read[] | Never; create: Write[] | Never; update: Write[] | Never; delete: Write[] | Never }

const everybody: ActorName[] = ['nobody', 'stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin']
const signedIn = everybody.filter((actor) => actor !== 'nobody')
const inCompanies: ActorName[] = ['stranger', 'colleague', 'client', 'provider']
const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = ['colleague', 'client', 'provider']

/** Who may do what (docs/product.md). */
export const matrix: Record<string, Rules> = {
  ...chatMatrix,
  ...tenderMatrix,
  ...visitMatrix,
  ...bidFileMatrix,
  ...evaluationMatrix,
  ...invitationMatrix,
  ...approvalMatrix,
  ...decisionMatrix,
  ...escrowMatrix,
  ...changeMatrix,
  ...changeFileMatrix,
  ...closingMatrix,
  ...disputeMatrix,
  ...defectFileMatrix,
  ...handoverMatrix,
  ...finalAccountMatrix,
  ...sealMatrix,
  ...qualificationMatrix,
  ...negotiationMatrix,
  ...teamMatrix,
  ...templateMatrix,
  ...financeMatrix,
  ...quoteMatrix,
  ...valuationMatrix,
  ...clientMatrix,
  ...databaseMatrix,
  users: {
    read: [
      { path: '/team', shows: '{colleagueEmail}', may: clients },
      { path: '/team/{colleague}', shows: '{colleagueEmail}', may: clients },
    ],
    create: 'by signup and invitations, which have their own tests',
    update: [{ path: '/profile', form: withId({ name: 'Another name', timeZone: 'Europe/Helsinki' }), may: signedIn }],
    delete: 'people are disabled, never deleted',
  },
  companies: {
    read: [{ path: '/company-settings', shows: 'Testikatu 1', may: inCompanies }],
    create: 'by signup',
    update: [
      {
        path: '/company-settings',
        form: withId({ name: 'Renamed Oy', street: 'Katu 3', postalCode: '00200', city: 'Espoo', country: 'FI' }),
        may: ['stranger', 'client', 'provider'],
      },
    ],
    delete: 'contracts and invoices name them for good',
  },
  bank_account_changes: {
    read: 'with the company settings; held payouts by admins',
    create: [
      {
        path: '/company-settings/bank-account',
        form: () => ({ submissionId: newId(), iban: 'FI2112345600000785', password }),
        may: ['stranger', 'client', 'provider'],
      },
    ],
    update: 'cancelled from the company settings; otherwise immutable by triggers',
    delete: 'never: it is evidence',
  },
  company_mandates: {
    read: 'with the people of the company',
    create: [
      {
        path: '/team/{colleague}/mandates',
        form: () => ({
          sign: 'unlimited',
          award: 'none',
          release: 'limited',
          releaseLimit: '5000',
          bank: 'none',
          payables: 'none',
          password,
        }),
        may: ['client'],
      },
    ],
    update: 'as created',
    delete: 'with the membership, by triggers',
  },
  company_invitations: {
    read: [{ path: '/team', shows: '{invitedEmail}', may: ['client'] }],
    create: [
      {
        path: '/team/invite',
        form: () => ({
          submissionId: newId(),
          name: 'Ines Invited',
          email: `${newId()}@example.com`,
          companyRole: 'member',
        }),
        may: ['stranger', 'client', 'provider'],
      },
    ],
    update: [{ path: '/team/invitations/{invitation}/resend', form: button, may: ['client'] }],
    delete: [{ path: '/team/invitations/{invitation}/revoke', form: button, may: ['client'] }],
  },
  company_members: {
    read: 'with the people of the company',
    create: 'by invitation',
    update: [{ path: '/team/{colleague}/role', form: withId({ companyRole: 'manager' }), may: ['client'] }],
    delete: [
      { path: '/team/{colleague}/remove', form: button, may: ['client'] },
      { path: '/team/leave', form: button, may: ['colleague'] },
    ],
  },
  projects: {
    read: [
      { path: '/projects/{draftProject}', shows: 'Draft of the bathhouse', may: clients },
      { path: '/projects/{openProject}', shows: 'Open bathhouse', may: signedIn },
      { path: '/tenders/{openProject}', shows: 'Open bathhouse', may: everybody },
      { path: '/tenders', shows: 'Open bathhouse', may: everybody },
      { path: '/tenders/{freeProject}', shows: 'Bathhouse without bids', may: [] },
      { path: '/tenders/{draftProject}', shows: 'Draft of the bathhouse', may: [] },
      { path: '/projects/{openProject}/public-page', shows: 'Open bathhouse', may: clients },
      { path: '/projects', shows: 'Draft of the bathhouse', may: clients },
      { path: '/projects?view=open&q=bathhouse', shows: 'Open bathhouse', may: signedIn },
      { path: '/projects?q=bathhouse', shows: 'Draft of the bathhouse', may: clients },
      { path: '/projects/{draftProject}/edit', shows: 'Draft of the bathhouse', may: clients },
      { path: '/projects/{draftProject}/publish', shows: 'Draft of the bathhouse', may: clients },
    ],
    create: [{ path: '/projects/new', form: project, may: inCompanies }],
    update: [
      { path: '/projects/{draftProject}/edit', form: project, may: clients },
      { path: '/projects/{draftProject}/publish', form: button, may: clients },
      { path: '/projects/{openProject}/close-bidding', form: button, may: clients },
      { path: '/projects/{freeProject}/public-page', form: () => ({ isPublic: 'on' }), may: clients },
      { path: '/projects/{openProject}/cancel', form: reason, may: clients },
    ],
    delete: [{ path: '/projects/{draftProject}/delete', form: button, may: clients }],
  },
  bids: {
    read: [
      { path: '/bids/{sealedBid}', shows: '76,543.21', may: ['provider'] },
      { path: '/bids/{sealedBid}/receipt', shows: '76543.21', may: ['provider'] },
      { path: '/bids/{sealedBid}/sealed/1', shows: '76543.21', may: ['provider'] },
      { path: '/bids', shows: '96,061.73', may: ['provider'] },
      { path: '/projects/{openProject}', shows: '96,061.73', may: ['provider'] },
      { path: '/projects/{openProject}/bids', shows: '76,543.21', may: [] },
      { path: '/projects/{openProject}/bids.csv', shows: '76543', may: [] },
      { path: '/bids/{wonBid}', shows: '10,000.00', may: parties },
      { path: '/escrow/{disputedContract}/case-file', shows: '10,000.00', may: ['admin', 'superAdmin'] },
      { path: '/projects/{awardedProject}/bids', shows: '10,000.00', may: clients },
      { path: '/projects/{awardedProject}/bids.csv', shows: '10000', may: clients },
    ],
    create: [
      { path: '/bids/new?project={freeProject}', form: bid, may: ['stranger', 'provider'] },
      { path: '/bids/new?project={invitedProject}', form: bid, may: ['provider'] },
    ],
    update: [
      { path: '/bids/{sealedBid}/edit', form: bid, may: ['provider'] },
      { path: '/bids/{sealedBid}/withdraw', form: reason, may: ['provider'] },
      { path: '/bids/{sealedBid}/award', form: button, may: [] },
      { path: '/bids/{sealedBid}/shortlist', form: button, may: [] },
      { path: '/bids/{sealedBid}/reject', form: reason, may: [] },
    ],
    delete: 'withdrawn, never deleted',
  },
  contracts: {
    read: [
      { path: '/contracts/{draftContract}', shows: 'What was said holds.', may: clients },
      { path: '/contracts/{contract}', shows: 'Only the parties read of the plinth', may: parties },
      { path: '/contracts', shows: 'Kitchen of the school', may: parties },
      { path: '/verify/{documentHash}', shows: 'Kitchen of the school', may: [] },
      { path: '/escrow/{disputedContract}/case-file', shows: 'What was said holds.', may: ['admin', 'superAdmin'] },
      { path: '/contracts/{contract}/certificate', shows: 'No 910/2014', may: parties },
      { path: '/contracts/{contract}/certificate.pdf', shows: 'pdfaid:part', may: parties },
      { path: '/contracts/{contract}/contract.pdf', shows: 'pdfaid:part', may: parties },
      { path: '/contracts/{draftContract}/contract.pdf', shows: 'pdfaid:part', may: clients },
      {
        path: '/escrow/{disputedContract}/case-file/contract.pdf',
        shows: 'pdfaid:part',
        may: ['admin', 'superAdmin'],
      },
      { path: '/escrow/{disputedContract}/case-file.pdf', shows: 'pdfaid:part', may: ['admin', 'superAdmin'] },
      { path: '/escrow/{contract}/case-file', shows: 'Only the parties read of the plinth', may: [] },
      { path: '/escrow/{contract}/case-file.pdf', shows: 'pdfaid:part', may: [] },
    ],
    create: 'by the award; the form is one of drafts',
    update: [
      { path: '/contracts/{draftContract}/edit', form: withId(contract), may: clients },
      { path: '/contracts/{draftContract}/send', form: button, may: clients },
      {
        path: '/contracts/{sentContract}/sign',
        form: withId(signature),
        may: parties,
      },
      { path: '/contracts/{sentContract}/decline', form: reason, may: parties },
      { path: '/contracts/{sentContract}/void', form: reason, may: clients },
    ],
    delete: 'never',
  },
  contract_terminations: {
    read: [
      { path: '/contracts/{noticeContract}/termination', shows: 'The plinth is a metre too low', may: parties },
      { path: '/contracts/{noticeContract}', shows: 'Notice of termination', may: parties },
    ],
    create: [
      {
        path: '/contracts/{contract}/terminate',
        form: withId({ ground: 'breach', days: '14', reason: 'The doors stick.' }),
        may: parties,
      },
    ],
    update: [
      {
        path: '/contracts/{noticeContract}/termination',
        form: withId({ decision: 'contest', reason: 'It is level.' }),
        may: ['provider'],
      },
      {
        path: '/contracts/{noticeContract}/termination',
        form: withId({ decision: 'withdraw', reason: '' }),
        may: clients,
      },
      { path: '/contracts/{noticeContract}/termination', form: withId({ decision: 'confirm', reason: '' }), may: [] },
    ],
    delete: 'never: triggers refuse it',
  },
  notifications: {
    read: [{ path: '/notifications', shows: 'Only for the provider', may: ['provider'] }],
    create: 'by the server',
    update: [
      {
        path: '/notifications',
        form: (ids) => ({ intent: 'mark-read', notification_id: ids.notification ?? '' }),
        may: ['provider'],
      },
    ],
    delete: [
      {
        path: '/notifications',
        form: (ids) => ({ intent: 'delete', notification_id: ids.notification ?? '' }),
        may: ['provider'],
      },
    ],
  },
  invoices: {
    read: [
      { path: '/invoicing/{draftInvoice}', shows: 'Buyer of secrets Oy', may: ['provider'] },
      { path: '/invoicing/{freeInvoice}', shows: 'Buyer of secrets Oy', may: ['provider'] },
      { path: '/invoicing/{milestoneInvoice}', shows: 'Work of secrets', may: parties },
      { path: '/invoicing', shows: 'Buyer of secrets Oy', may: ['provider'] },
      { path: '/invoicing/{freeInvoice}/invoice.pdf', shows: '%PDF', may: ['provider'] },
      { path: '/invoicing/{draftInvoice}/invoice.pdf', shows: '%PDF', may: ['provider'] },
      { path: '/invoicing/{milestoneInvoice}/invoice.pdf', shows: '%PDF', may: parties },
      { path: '/invoicing/{freeInvoice}/invoice.xml', shows: 'Buyer of secrets Oy', may: ['provider'] },
      { path: '/invoicing/{freeInvoice}/invoice.finvoice.xml', shows: 'Buyer of secrets Oy', may: ['provider'] },
      { path: '/invoicing/{milestoneInvoice}/invoice.xml', shows: 'Work of secrets', may: parties },
    ],
    create: [{ path: '/invoicing/new', form: withId(invoice), may: inCompanies }],
    update: [
      { path: '/invoicing/{draftInvoice}/edit', form: withId(invoice), may: ['provider'] },
      { path: '/invoicing/{draftInvoice}/advances', form: withId({ isAdvance: 'on' }), may: ['provider'] },
      { path: '/invoicing/{draftInvoice}/issue', form: button, may: ['provider'] },
      {
        path: '/invoicing/{freeInvoice}/record-payment',
        form: withId({ amount: '10', paidOn: '2026-06-02' }),
        may: ['provider'],
      },
      { path: '/invoicing/{freeInvoice}/share', form: withId({ days: '30' }), may: ['provider'] },
      { path: '/invoicing/{freeInvoice}/send', form: withId({ email: 'buyer@example.com' }), may: ['provider'] },
      { path: '/invoicing/{freeInvoice}/edit', form: withId(invoice), may: [] },
      { path: '/invoicing/{freeInvoice}/issue', form: button, may: [] },
    ],
    delete: [
      { path: '/invoicing/{draftInvoice}/delete', form: button, may: ['provider'] },
      { path: '/invoicing/{freeInvoice}/delete', form: button, may: [] },
    ],
  },
  files: {
    read: [{ path: '/files/{file}', shows: 'what the file says', may: parties }],
    create: 'with a submission',
    update: 'never',
    delete: 'never: what was delivered is evidence',
  },
}
