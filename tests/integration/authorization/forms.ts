import { newId } from '#db/ids.ts'
import type { Fields } from './matrix.ts'
import type { World } from './world.ts'

const day = 86_400_000
export const soon = (now: number) => new Date(now + 12 * day).toISOString().slice(0, 16)

export const project = (_ids: World['ids'], now: number): Fields => ({
  submissionId: newId(),
  title: 'A project by form',
  description: 'Described.',
  category: 'kitchen',
  location: 'Espoo',
  budget: '25000',
  bidDeadline: soon(now),
  vatTreatment: 'standard',
})
export const bid = (): Fields => ({
  submissionId: newId(),
  amount: '12000',
  approach: 'We begin on Monday.',
  timelineWeeks: '8',
  outcome: 'submit',
})
export const contract: Fields = {
  title: 'Kitchen of the school',
  terms: 'Other terms.',
  paymentMethod: 'secure_escrow',
  retention: '0',
  'milestones[0].title': 'All of it',
  'milestones[0].amount': '10000',
  'milestones[0].vatRateBp': '2550',
}
export const schedule: Fields = {
  ...{ every: '1', unit: 'month', firstOn: '2090-01-31', ends: 'never', way: 'draft' },
}

export const invoice: Fields = {
  buyerName: 'Buyer Oy',
  buyerStreet: 'Katu 2',
  buyerPostalCode: '00100',
  buyerCity: 'Helsinki',
  buyerCountry: 'FI',
  currency: 'EUR',
  deliveryDate: '2026-06-01',
  paymentTermDays: '14',
  'lines[0].description': 'Work',
  'lines[0].quantity': '1',
  'lines[0].unit': 'h',
  'lines[0].unitPrice': '10',
  'lines[0].vatRate': '2550',
}
export const withId = (form: Fields) => () => ({ submissionId: newId(), ...form })
export const reason = withId({ reason: 'It is no longer wanted.' })
export const button = withId({})
