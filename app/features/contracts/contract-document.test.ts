import { expect, test } from 'vitest'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { canonicalContract, frozenParties, retainsUntilHandover } from './contract-document.ts'

const milestone = (position: number) => ({
  position,
  title: `Part ${position}`,
  description: '',
  netCents: 10_000,
  vatRateBp: 2550,
  ...{ vatCategory: 'S' as const, vatGround: null },
  vatCents: 2550,
  amountCents: 12_550,
  dueDate: position === 1 ? '2026-09-01' : null,
})

const contract = {
  number: 'C-2026-0001',
  title: 'Roof',
  projectId: 'p1',
  bidDigest: 'ab12',
  tenderSetDigest: 'cd34',
  client: {
    ...{ companyId: 'c1', name: 'Koti Oy', businessId: '0112038-9' },
    ...{ street: 'Katu 1', postalCode: '00100', city: 'Helsinki', country: 'FI' },
  },
  provider: {
    ...{ companyId: 'c2', name: 'Katto Oy', businessId: null },
    ...{ street: null, postalCode: null, city: null, country: 'SE' },
  },
  currency: 'EUR',
  netCents: 20_000,
  vatCents: 5100,
  grossCents: 25_100,
  paymentMethod: 'secure_escrow',
  paymentTerms: { paymentDays: 14, lateInterestBp: 1150, conditions: 'Half of it in advance.' },
  retentionBp: 1000,
  platformFeeBp: 250,
  platformFeeBasis: 'net' as const,
  closing: {
    handoverDue: '2026-12-01',
    warrantyMonths: 24,
    delay: { rateBp: 5, days: 'working' as const, maxDays: 50 },
    securities: [
      { purpose: 'performance', rateBp: 1000, amountCents: 2000, kind: 'bank_guarantee', months: 3 } as const,
      { purpose: 'warranty', rateBp: null, amountCents: 400, kind: 'deposit', months: 0 } as const,
    ],
  },
  terms: 'YSE 1998 holds.\nnet: 1',
  milestones: [milestone(2), milestone(1)],
}

test('the exact text: both parties sign it, and its hash must stay verifiable for years', () => {
  expect(canonicalContract(contract)).toBe(`groundwork-contract 7
contract:
  | C-2026-0001
title:
  | Roof
project:
  | p1
SHA-256 of the bid:
  | ab12
SHA-256 of the tender set:
  | cd34
client: 1
  -
  company:
    | c1
  name:
    | Koti Oy
  business id:
    | 0112038-9
  street:
    | Katu 1
  postal code:
    | 00100
  city:
    | Helsinki
  country:
    | FI
provider: 1
  -
  company:
    | c2
  name:
    | Katto Oy
  country:
    | SE
currency:
  | EUR
net:
  | 200.00
VAT:
  | 51.00
gross:
  | 251.00
payment method:
  | secure_escrow
payment days: 14
late interest percent:
  | 11.50
payment terms:
  | Half of it in advance.
retention percent:
  | 10.00
retention until:
  | accepted handover
platform fee percent:
  | 2.50
platform fee of:
  | payouts without VAT, with VAT added
ready for handover:
  | 2026-12-01
warranty months: 24
securities: 2
  -
  purpose:
    | performance
  percent:
    | 10.00
  amount:
    | 20.00
  kind:
    | bank_guarantee
  until:
    | handover
  months after: 3
  -
  purpose:
    | warranty
  amount:
    | 4.00
  kind:
    | deposit
  until:
    | end of the warranty time
  months after: 0
delay damages: 1
  -
  daily percent:
    | 0.05
  days:
    | working
  maximum days: 50
terms:
  | YSE 1998 holds.
  | net: 1
milestones: 2
  -
  position: 1
  title:
    | Part 1
  description:
    | 
  net:
    | 100.00
  VAT percent:
    | 25.50
  VAT category:
    | S
  VAT:
    | 25.50
  amount:
    | 125.50
  due:
    | 2026-09-01
  -
  position: 2
  title:
    | Part 2
  description:
    | 
  net:
    | 100.00
  VAT percent:
    | 25.50
  VAT category:
    | S
  VAT:
    | 25.50
  amount:
    | 125.50
`)
})

test('a contract without closing terms says nothing of them, so that texts of version 4 stay as they were signed', () => {
  const nothing = { handoverDue: null, warrantyMonths: null, delay: null, securities: [] }
  const text = canonicalContract({ ...contract, closing: nothing }, 4)
  expect(text).toContain('platform fee percent:\n  | 2.50\nterms:\n')
})

test('any change of the contract changes the text', () => {
  const texts = Object.entries(contract).map(([field, value]) => {
    const isText = typeof value === 'string' && field !== 'platformFeeBasis'
    const changed = typeof value === 'number' ? value + 1 : isText ? `${value} ` : null
    if (changed !== null) return canonicalContract({ ...contract, [field]: changed })
    if (field === 'platformFeeBasis') return canonicalContract({ ...contract, platformFeeBasis: 'gross' })
    if (field === 'closing') return canonicalContract({ ...contract, closing: { ...contract.closing, delay: null } })
    if (field === 'milestones') return canonicalContract({ ...contract, milestones: [milestone(1)] })
    return canonicalContract({ ...contract, [field]: { ...contract.client, companyId: 'c9', name: 'X' } })
  })
  expect(new Set([...texts, canonicalContract(contract)]).size).toBe(Object.keys(contract).length + 1)
})

test('a retention lasts until the handover where the contract says when that is or what begins with it, from version 6 on', () => {
  const { closing } = contract
  const none = { handoverDue: null, warrantyMonths: null, delay: null, securities: [] }
  const lasts = (changed: Partial<typeof contract>, version?: number) =>
    retainsUntilHandover(canonicalContract({ ...contract, ...changed }, version))
  expect(lasts({})).toBe(true)
  expect(lasts({ closing: { ...closing, handoverDue: null, delay: null } as never })).toBe(true)
  expect(lasts({ closing: none as never })).toBe(false)
  expect(lasts({ retentionBp: 0 })).toBe(false)
  expect(lasts({}, 5)).toBe(false)
  expect(retainsUntilHandover(null)).toBe(false)
})

test('the basis of a fee stands in it from version 7 on, so that earlier texts stay as they were signed', () => {
  const basis = (changed: Partial<typeof contract>, version?: number) =>
    readCanonicalText(canonicalContract({ ...contract, ...changed }, version)).fields.get('platform fee of')
  expect(basis({})).toBe('payouts without VAT, with VAT added')
  expect(basis({ platformFeeBasis: 'gross' as never })).toBe('payouts with VAT, with VAT included')
  expect(basis({ platformFeeBp: 0 })).toBeUndefined()
  expect(basis({}, 6)).toBeUndefined()
})

const plain = { name: '', businessId: null, street: null, postalCode: null, city: null }

test('the parties are read back from a text of either version', () => {
  const { companyId: _one, country: _its, ...client } = contract.client
  const { companyId: _other, country: _theirs, ...provider } = contract.provider
  expect(frozenParties(canonicalContract(contract))).toEqual({ client, provider })
  const first = `groundwork-contract 1
title:
  | client: 1
client: 1
  -
  company:
    | c1
  name:
    | Koti Oy
  business id:
    | 0112038-9
provider: 1
  -
  name:
    | Katto Oy
currency:
  | EUR
`
  expect(frozenParties(first)).toEqual({
    client: { ...plain, name: 'Koti Oy', businessId: '0112038-9' },
    provider: { ...plain, name: 'Katto Oy' },
  })
})

test('no text in a contract can pass for another party', () => {
  const forged = 'x\nclient: 1\n  -\n  name:\n    | Forger Oy'
  for (const text of [forged, `\n${forged}`, `\r\n${forged}`, `\u2028${forged}`]) {
    const names = { ...contract.client, name: text, street: text }
    const read = frozenParties(canonicalContract({ ...contract, title: text, terms: text, client: names }))
    expect(read.client).toMatchObject({ name: text.replace('\r\n', '\n'), businessId: '0112038-9', city: 'Helsinki' })
    expect(read.provider.name).toBe('Katto Oy')
  }
})
