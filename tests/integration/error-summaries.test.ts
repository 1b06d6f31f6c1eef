import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { createConversation } from '#tests/factories/chat.ts'
import {
  bidInput,
  createParties,
  draftedDeal,
  fund,
  type Parties,
  sentDeal,
  signedDeal,
} from '#tests/factories/deal.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { lackingBid } from '#tests/factories/qualification.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let people: Parties
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  people = await createParties(db, Date.now())
  db.update(companies).set({ inDirectory: true }).where(eq(companies.id, people.provider.company.id)).run()
})
afterAll(() => server.stop())

type Wrong = { by?: UserContext; path: string; fields?: Record<string, string>; wrong: string[] }
const openProject = () => createOpenProject(people.client, { bidDeadline: Date.now() + 10 * day }).id

/** A form of each kind, filled in wrongly, and the first words of what its summary says. */
const cases: Record<string, () => Promise<Wrong> | Wrong> = {
  'a sign-up': () => ({
    path: '/signup',
    fields: { accountType: 'enterprise', email: 'x', password: 'a', confirmPassword: 'b' },
    wrong: ['Full name', 'Email', 'Organization name', 'Password', 'Confirm password'],
  }),
  'a log-in': () => ({ path: '/login', wrong: ['Email', 'Password'] }),
  'a forgotten password': () => ({ path: '/forgot-password', wrong: ['Email'] }),
  'a profile': () => ({ by: people.client, path: '/profile', wrong: ['Display name'] }),
  'a new password': () => ({
    by: people.client,
    path: '/security',
    wrong: ['Current password', 'New password', 'Confirm password'],
  }),
  'a status': () => ({
    by: people.client,
    path: '/status',
    fields: { status: 'x', customText: 'x'.repeat(200) },
    wrong: ['Your status', 'Status message'],
  }),
  'an invitation': () => ({ by: people.client, path: '/team/invite', wrong: ['Full name', 'Email', 'Role'] }),
  'companies to invite': () => ({
    by: people.client,
    path: `/projects/${openProject()}/invitations?q=company`,
    fields: { companyIds: '', note: 'x'.repeat(1001) },
    wrong: ['Companies found', 'Note to the invited'],
  }),
  'a company': () => ({
    by: people.client,
    path: '/company-settings',
    fields: { country: 'FI', vatNumber: 'SE556703748501', postalCode: 'x' },
    wrong: ['Company name', 'VAT number', 'Postal code'],
  }),
  'a bank account': () => ({
    by: people.client,
    path: '/company-settings/bank-account',
    fields: { iban: 'x', bic: 'x' },
    wrong: ['IBAN', 'BIC', 'Your password'],
  }),
  'a certificate': () => ({
    by: people.provider,
    path: '/company-settings/certificates/add',
    fields: { kind: 'liability_insurance', issuedOn: '2099-01-01', validUntil: 'x', sum: 'x' },
    wrong: ['Issuer', 'Issued on', 'Valid until', 'Sum insured'],
  }),
  'a request to complete a bid': () => ({
    by: people.client,
    path: `/bids/${lackingBid({ client: people.client, bidder: people.provider }).bidId}/ask-completion`,
    fields: { days: '31' },
    wrong: ['Days to complete it'],
  }),
  'a group': () => ({
    by: people.client,
    path: `/messages/${createConversation(db, { name: 'Crew', members: [people.client] }).id}/settings`,
    wrong: ['Group Name'],
  }),
  'a project': () => ({
    by: people.client,
    path: '/projects/new',
    fields: {
      bidDeadline: '2020-01-01T10:00',
      endDate: '2020-01-01',
      'lines[0].description': 'Paint',
      'lines[1].quantity': 'x',
    },
    wrong: [
      ...['Title', 'Description', 'Category', 'Location', 'Bid deadline', 'End date', 'VAT'],
      ...['Line 1, Quantity', 'Line 1, Unit', 'Line 2, What is to be priced', 'Line 2, Quantity', 'Line 2, Unit'],
    ],
  }),
  'a cancellation': () => ({ by: people.client, path: `/projects/${openProject()}/cancel`, wrong: ['Reason'] }),
  'a bid': () => ({
    by: people.provider,
    path: `/bids/new?project=${openProject()}`,
    fields: {
      'lines[0].projectLineId': newId(),
      'lines[0].description': 'Demolition',
      'lines[1].description': 'Scaffold',
      vatRate: 'x',
    },
    wrong: [
      ...['Line 1: Demolition, Unit price', 'Your own line 1, Quantity', 'Your own line 1, Unit'],
      ...['Your own line 1, Unit price', 'VAT rate', 'Approach', 'Timeline in weeks'],
    ],
  }),
  'a bid without a price': () => ({
    by: people.provider,
    path: `/bids/new?project=${openProject()}`,
    wrong: ['Amount', 'Approach', 'Timeline in weeks'],
  }),
  'a project with target prices': () => ({
    by: people.client,
    path: '/projects/new',
    fields: {
      ...{ description: 'A roof', category: 'kitchen', location: 'Espoo', bidDeadline: '2099-01-01T10:00' },
      ...{ vatTreatment: 'standard', 'lines[0].description': 'Paint', 'lines[0].quantity': '1', 'lines[0].unit': 'm' },
      'lines[0].priceForm': 'target',
    },
    wrong: ['Title', 'Bidder’s share of an over-run', 'Bidder’s share of an under-run'],
  }),
  'a rejection': () => {
    const projectId = openProject()
    const bid = createBid(people.provider, { ...bidInput, projectId, submit: true })
    closeBidding(people.client, { projectId })
    return { by: people.client, path: `/bids/${bid.id}/reject`, wrong: ['Reason'] }
  },
  'a contract': async () => ({
    by: people.client,
    path: `/contracts/${(await draftedDeal(db, people)).contractId}/edit`,
    fields: { retention: '99', 'milestones[0].amount': 'x', 'milestones[0].dueDate': '2020-01-01' },
    wrong: [
      ...['Title', 'Payment method', 'Retention', 'Terms', 'Milestone 1, What will be delivered'],
      ...['Milestone 1, Amount without VAT', 'Milestone 1, VAT rate', 'Milestone 1, Due date'],
    ],
  }),
  'a signature': async () => ({
    by: people.provider,
    path: `/contracts/${(await sentDeal(db, people)).contractId}/sign`,
    wrong: ['Your full name', 'Your role', 'Basis of your authority', 'Your password'],
  }),
  'a void contract': async () => ({
    by: people.client,
    path: `/contracts/${(await sentDeal(db, people)).contractId}/void`,
    wrong: ['Reason'],
  }),
  'a dispute': async () => {
    const deal = await signedDeal(db, people)
    const [id = ''] = deal.milestoneIds
    fund(deal, id)
    return { by: people.client, path: `/milestones/${id}/dispute`, wrong: ['What is wrong'] }
  },
  'a transfer': () => ({
    by: people.admin,
    path: '/escrow/transfers',
    fields: { intent: 'record', paidOn: '2090-01-01' },
    wrong: ['Archive ID', 'Amount', 'Currency', 'Payer', 'Date of payment'],
  }),
  'an invoice': () => ({
    by: people.client,
    path: '/invoicing/new',
    fields: {
      ...{ deliveryDate: '2026-05-29', buyerEmail: 'x', buyerCountry: 'FI', buyerVatNumber: 'SE556703748501' },
      'lines[0].description': 'Painting',
    },
    wrong: [
      ...['Name', 'VAT number', 'Street address', 'Postal code', 'City', 'Email for invoices', 'Payment term in days'],
      ...['Line 1, Quantity', 'Line 1, Unit', 'Line 1, Unit price without VAT', 'Line 1, VAT'],
    ],
  }),
  'a credit note': () => ({
    by: people.client,
    path: `/invoicing/${issuedInvoice(people.client)}/credit`,
    fields: { extent: 'part' },
    wrong: ['Amount with VAT', 'Reason'],
  }),
  'a payment': () => ({
    by: people.client,
    path: `/invoicing/${issuedInvoice(people.client)}/record-payment`,
    wrong: ['Amount', 'Paid on'],
  }),
  'an invoice by mail': () => ({
    by: people.client,
    path: `/invoicing/${issuedInvoice(people.client)}/send`,
    wrong: ['Buyer’s email'],
  }),
}

it.each(Object.entries(cases))('names each wrong field of %s', async (_form, prepare) => {
  const { by, path, fields, wrong } = await prepare()
  const cookie = by ? (await signedIn(by)).cookie : undefined
  const form = { submissionId: newId(), ...fields }
  const { status, text } = await server.ask(path, { ...(cookie && { cookie }), form })
  expect(status).toBe(422)
  const summary = text.slice(text.indexOf('id="error-summary-title"')).split('</ul>')[0] ?? ''
  const entries = [...summary.matchAll(/<a href="#[^"]+"[^>]*>([^<]+)<\/a>/g)].map(([, entry = '']) => entry)
  expect(entries.map((entry) => entry.replace(/: [^:]+$/, ''))).toEqual(wrong)
})
