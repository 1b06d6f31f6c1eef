import { readdirSync, readFileSync } from 'node:fs'
import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { secondFactorSchema, signupSchema } from '#app/features/accounts/schemas.server.ts'
import { bidSchema } from '#app/features/bids/schemas.server.ts'
import { changeOrderOf } from '#app/features/change-orders/schemas.server.ts'
import { clientSchema } from '#app/features/clients/schemas.server.ts'
import { contractSchema } from '#app/features/contracts/schemas.server.ts'
import { awardTermsSchema } from '#app/features/evaluation/schemas.server.ts'
import { transactionSchema } from '#app/features/finance/schemas.server.ts'
import { invoiceSettingsSchema } from '#app/features/invoice-settings/schemas.server.ts'
import { invoiceSchema } from '#app/features/invoicing/schemas.server.ts'
import { projectSchema } from '#app/features/projects/schemas.server.ts'
import { certificateSchema } from '#app/features/qualifications/schemas.server.ts'
import { quoteRequestSchema } from '#app/features/quote-requests/schemas.server.ts'
import { quoteSchema, sendSchema as quoteSendSchema } from '#app/features/quotes/schemas.server.ts'
import { checkSchema, typedSchema } from '#app/features/received-invoices/schemas.server.ts'
import { scheduleSchema as recurringSchema } from '#app/features/recurring-invoices/schemas.server.ts'
import { mandatesSchema } from '#app/features/team/mandate-form.server.ts'
import { companySchema } from '#app/features/team/schemas.server.ts'
import { scheduleSchema } from '#app/features/valuations/schemas.server.ts'
import { visitSchema } from '#app/features/visits/schemas.server.ts'

type Fields = Record<string, string>
/** A form that breaks one rule between its fields, where that is said, and the fields that the rule is about. */
type Case = { schema: z.ZodType; fields: Fields; said: string; about?: string[] }

const finnish = { locale: 'fi', timeZone: 'Europe/Helsinki', decimalMark: ',' as const }
const buyer = { buyerName: 'Ostaja Oy', buyerStreet: 'Katu 1', buyerPostalCode: '00100', buyerCity: 'Helsinki' }
const document = { ...buyer, buyerCountry: 'FI', currency: 'EUR', deliveryDate: '2026-05-29', paymentTermDays: '14' }
const line = (index: number, changes: Fields = {}): Fields => {
  const fields = { description: 'Paint', quantity: '2', unit: 'm2', unitPrice: '10', ...changes }
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`lines[${index}].${field}`, value]))
}
const invoiced = { ...line(0, { vatRate: '2550' }), ...line(1, { vatRate: '2550' }) }
const project = {
  ...{ title: 'Roof', description: 'New', category: 'roofing', location: 'Espoo', bidDeadline: '2099-01-01T10:00' },
  ...{ vatTreatment: 'standard', budget: '1000' },
}
const closing = { handoverDue: '2099-01-01', warrantyMonths: '24', delayPercent: '0,5', delayMaxDays: '75' }
const contract = {
  ...{ title: 'Roof', terms: 'As agreed', paymentMethod: 'secure_escrow', retention: '5', ...closing },
  ...{ 'milestones[0].title': 'All', 'milestones[0].amount': '10', 'milestones[0].vatRateBp': '2550' },
}
const recurring = {
  ...{ every: '1', unit: 'month', firstOn: '2099-01-01', periodStart: '2099-01-01', periodEnd: '2099-01-31' },
  ...{ ends: 'on', lastOn: '2099-12-31', way: 'send', email: 'buyer@example.com' },
}
const received = {
  ...{ kind: 'invoice', supplierName: 'Toimittaja Oy', supplierCountry: 'FI', supplierBusinessId: '1234567-1' },
  ...{ number: '17', issueDate: '2026-05-01', dueDate: '2026-05-15', currency: 'EUR', amount: '100', vat: 'standard' },
}
const award = {
  ...{ basis: 'ratio', priceWeight: '60', maxPoints: '10', priceFormula: 'lowest', 'requirements[0].text': 'Insured' },
  ...{ 'criteria[0].name': 'Team', 'criteria[0].description': 'Its years', 'criteria[0].weight': '40' },
}
const visit = { startsAt: '2098-05-05T10:00', durationMinutes: '60', place: 'Site', meetingPoint: 'Gate' }
const client = { name: 'Ostaja Oy', country: 'FI', paymentTermDays: '14', notes: 'Pays', 'contacts[0].name': 'Aino' }
const change = {
  title: 'More',
  reason: 'client_wish',
  description: 'A window',
  vatRateBp: '2550',
  extensionDays: '0',
}
const settings = { paymentTermDays: '14', lateInterest: '8', complaintDays: '8', note: 'Thanks', reminderDays: '7, 14' }
const sign = { sign: 'limited', signLimit: '10', award: 'none', release: 'none', bank: 'none', payables: 'none' }
const request = {
  ...{ services: 'painting', name: 'Aino', email: 'aino@example.com', phone: '+358401234567' },
  ...{ preferredContact: 'email', totalArea: '50' },
}

const cases: Record<string, Case> = {
  'an invoice without lines': { schema: invoiceSchema(finnish), fields: document, said: 'lines' },
  'an invoice with a rate that was none on its day': {
    schema: invoiceSchema(finnish),
    fields: { ...document, ...invoiced, 'lines[1].vatRate': '2400' },
    said: 'lines[1].vatRate',
    about: ['deliveryDate', 'lines[1]'],
  },
  'an invoice to a business id that is none': {
    schema: invoiceSchema(finnish),
    fields: { ...document, ...invoiced, buyerBusinessId: '1234567-0' },
    said: 'buyerBusinessId',
    about: ['buyerCountry'],
  },
  'an invoice in dollars without their rate': {
    schema: invoiceSchema(finnish),
    fields: { ...document, ...invoiced, currency: 'USD', euroRateDate: '2026-05-01' },
    said: 'euroRate',
    about: ['currency'],
  },
  'an invoice whose period ends before it begins': {
    schema: invoiceSchema(finnish),
    fields: { ...document, ...invoiced, periodStart: '2026-05-02', periodEnd: '2026-05-01' },
    said: 'periodEnd',
    about: ['periodStart'],
  },
  'a line of an invoice without a unit price': {
    schema: invoiceSchema(finnish),
    fields: { ...document, ...invoiced, 'lines[1].unitPrice': '' },
    said: 'lines[1].unitPrice',
  },
  'a discount without an amount': {
    schema: invoiceSchema(finnish),
    fields: { ...document, ...invoiced, 'adjustments[0].text': 'Thanks', 'adjustments[0].reason': '95' },
    said: 'adjustments[0].amount',
  },
  'a quote without lines': {
    schema: quoteSchema(finnish),
    fields: { ...document, title: 'Roof', validUntil: '2099-01-01' },
    said: 'lines',
  },
  'a quote that is mailed to nobody': {
    schema: quoteSendSchema,
    fields: { way: 'mail', expectedVersion: '1' },
    said: 'email',
    about: ['way'],
  },
  'a project that ends before it starts': {
    schema: projectSchema(finnish),
    fields: { ...project, startDate: '2099-05-02', endDate: '2099-05-01' },
    said: 'endDate',
    about: ['startDate', 'bidDeadline'],
  },
  'a line of a project without a unit': {
    schema: projectSchema(finnish),
    fields: { ...project, ...line(0), 'lines[0].unit': '' },
    said: 'lines[0].unit',
  },
  'a bid without a price': {
    schema: bidSchema(finnish),
    fields: { approach: 'By hand', timelineWeeks: '3', validUntil: '2099-01-01' },
    said: 'amount',
  },
  'a line of a bid without a unit': {
    schema: bidSchema(finnish),
    fields: { approach: 'By hand', timelineWeeks: '3', ...line(0, { vatRate: '25.5' }), 'lines[0].unit': '' },
    said: 'lines[0].unit',
  },
  'award criteria that do not add up': {
    schema: awardTermsSchema(false, finnish),
    fields: { ...award, priceWeight: '50' },
    said: 'priceWeight',
    about: ['basis', 'criteria'],
  },
  'a criterion without a weight': {
    schema: awardTermsSchema(false, finnish),
    fields: { ...award, 'criteria[0].weight': '' },
    said: 'criteria[0].weight',
  },
  'a visit after which nobody can sign up': {
    schema: visitSchema({ isOpen: false, bidDeadline: Date.parse('2099-01-01') }, finnish),
    fields: { ...visit, signUpUntil: '2098-05-05T11:00' },
    said: 'signUpUntil',
    about: ['startsAt'],
  },
  'a contract whose delay damages have no maximum': {
    schema: contractSchema(finnish),
    fields: { ...contract, delayMaxDays: '' },
    said: 'delayMaxDays',
    about: ['delayPercent'],
  },
  'a line of a change order without a unit price': {
    schema: changeOrderOf(finnish, () => []),
    fields: { ...change, ...line(0), 'lines[0].unitPrice': '' },
    said: 'lines[0].unitPrice',
  },
  'a change order that the contract refuses': {
    schema: changeOrderOf(finnish, () => [{ field: 'extensionDays', key: 'changeorders:invalid.days' }]),
    fields: { ...change, ...line(0) },
    said: 'extensionDays',
  },
  'a line of a schedule of values without a quantity': {
    schema: scheduleSchema(finnish),
    fields: {
      'lines[0].description': 'Roof',
      'lines[0].amount': '10',
      'lines[0].basis': 'quantity',
      'lines[0].unit': 'm',
    },
    said: 'lines[0].quantity',
    about: ['lines[0].basis'],
  },
  'a received invoice that is due before it is issued': {
    schema: typedSchema(finnish),
    fields: { ...received, dueDate: '2026-04-30' },
    said: 'dueDate',
    about: ['issueDate'],
  },
  'a part of a received invoice without a category': {
    schema: checkSchema(finnish),
    fields: { dueDate: '2026-05-15', note: 'Roof', 'parts[0].amount': '10' },
    said: 'parts[0].category',
  },
  'a part of a booked row without a category': {
    schema: transactionSchema(finnish),
    fields: {
      accountId: 'a',
      direction: 'out',
      amount: '10',
      day: '2026-05-01',
      'splits[0].vatAmount': '1',
      'splits[0].amount': '10',
    },
    said: 'splits[0].category',
  },
  'a schedule that ends before it begins': {
    schema: recurringSchema,
    fields: { ...recurring, lastOn: '2098-12-31' },
    said: 'lastOn',
    about: ['ends', 'firstOn'],
  },
  'a limited mandate without its limit': {
    schema: mandatesSchema(finnish),
    fields: { ...sign, signLimit: '', password: 'secret' },
    said: 'signLimit',
    about: ['sign'],
  },
  'a reminder fee without its amount': {
    schema: invoiceSettingsSchema(finnish),
    fields: { ...settings, reminderCharge: 'fee' },
    said: 'reminderFee',
    about: ['reminderCharge'],
  },
  'an electronic address of no scheme': {
    schema: invoiceSettingsSchema(finnish),
    fields: { ...settings, eAddress: '003712345671' },
    said: 'eScheme',
    about: ['eAddress'],
  },
  'a client with a postal code of another country': {
    schema: clientSchema(finnish),
    fields: { ...client, postalCode: 'x' },
    said: 'postalCode',
    about: ['country'],
  },
  'a contact without a name': {
    schema: clientSchema(finnish),
    fields: { ...client, 'contacts[0].name': '', 'contacts[0].phone': '+358 40 123', 'contacts[0].role': 'Site' },
    said: 'contacts[0].name',
  },
  'a company with a business id that is none': {
    schema: companySchema,
    fields: { name: 'Rakentaja Oy', country: 'FI', businessId: '1234567-0', phone: '+358 40 123' },
    said: 'businessId',
    about: ['country'],
  },
  'an insurance without its sum': {
    schema: certificateSchema(finnish),
    fields: { kind: 'liability_insurance', issuer: 'Vakuutus Oy', issuedOn: '2026-01-01', validUntil: '2099-01-01' },
    said: 'sum',
    about: ['kind'],
  },
  'a room without its kind': {
    schema: quoteRequestSchema(finnish),
    fields: { ...request, 'rooms[0].area': '10' },
    said: 'rooms[0].type',
    about: ['rooms[0].area'],
  },
  'an organization without a name': {
    schema: signupSchema(8),
    fields: {
      accountType: 'enterprise',
      name: 'Aino',
      email: 'aino@example.com',
      password: 'longenough',
      confirmPassword: 'longenough',
    },
    said: 'organization',
    about: ['accountType'],
  },
  'a second factor without its code': { schema: secondFactorSchema, fields: { password: 'secret' }, said: 'code' },
}

/** Every name of a field whose errors a form shows. */
function wrongIn(schema: z.ZodType, fields: Fields): string[] {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const submission = parseWithZod(form, { schema })
  return submission.status === 'error' ? Object.keys(submission.error ?? {}) : []
}

describe.each(Object.entries(cases))('%s', (_name, { schema, fields, said, about = [] }) => {
  it('is all that is wrong with the form', () => {
    expect(wrongIn(schema, fields)).toEqual([said])
  })

  it('is said at once with whatever else is wrong', () => {
    const others = Object.keys(fields).filter((name) => name !== said && !about.some((field) => name.startsWith(field)))
    // Of each other field what no field takes: nothing, a character that hides others, and more than there is room for.
    const tried = others.flatMap((name) =>
      ['', '\u202e', 'x'.repeat(60_000)].map((value) => ({
        name,
        wrong: wrongIn(schema, { ...fields, [name]: value }),
      })),
    )
    const refused = tried.filter(({ name, wrong }) => wrong.includes(name))
    if (others.length > 0) expect(refused).not.toEqual([])
    expect(refused.filter(({ wrong }) => !wrong.includes(said))).toEqual([])
  })
})

it('every rule between fields of a form is asked while other fields are wrong', () => {
  const names = readdirSync('app/features', { recursive: true, encoding: 'utf8' })
  const files = names
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => `app/features/${name}`)
  const late = files.filter((file) => {
    const source = readFileSync(file, 'utf8')
    const rules = source.match(/\.superRefine\(|\.refine\(\(\{/g)?.length ?? 0
    return rules > (source.match(/when: \(\) => true/g)?.length ?? 0)
  })
  // Programs send these, not people.
  expect(late).toEqual(['app/features/accounts/api/schemas.server.ts'])
})
