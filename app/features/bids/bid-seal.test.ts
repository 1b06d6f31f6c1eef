import { expect, test } from 'vitest'
import { canonicalBid } from './bid-seal.ts'

const line = (position: number, unitPriceCents: number) => ({
  position,
  description: `Line ${position}`,
  unit: 'm2',
  quantityMilli: 1500,
  unitPriceE4: unitPriceCents * 100,
  vatRateBp: 2550,
  excluded: position === 2,
})

const bid = {
  id: 'b1',
  projectId: 'p1',
  projectVersion: 2,
  companyId: 'c1',
  revision: 3,
  currency: 'EUR',
  approach: 'First the roof.\nThen the walls.',
  timelineWeeks: 8,
  lines: [line(1, 1000), line(2, 500)],
}

const attachments = [
  { name: 'plan.pdf', size: 5, sha256: 'aa' },
  { name: 'list.csv', size: 12, sha256: 'bb' },
]

test('the exact text: its hash must stay verifiable for years', () => {
  expect(canonicalBid(bid)).toBe(`groundwork-bid 1
bid:
  | b1
project:
  | p1
project version: 2
bidder:
  | c1
revision: 3
currency:
  | EUR
approach:
  | First the roof.
  | Then the walls.
timeline in weeks: 8
lines: 2
  -
  position: 1
  description:
    | Line 1
  quantity:
    | 1.5
  unit:
    | m2
  unit price:
    | 10.00
  VAT percent:
    | 25.50
  excluded: false
  net:
    | 15.00
  -
  position: 2
  description:
    | Line 2
  quantity:
    | 1.5
  unit:
    | m2
  unit price:
    | 5.00
  VAT percent:
    | 25.50
  excluded: true
  net:
    | 0.00
attachments: 0
net:
  | 15.00
VAT:
  | 3.83
gross:
  | 18.83
`)
})

test('the order in which lines and attachments were read does not matter', () => {
  const turned = { ...bid, lines: [...bid.lines].reverse(), attachments: [...attachments].reverse() }
  expect(canonicalBid(turned)).toBe(canonicalBid({ ...bid, attachments }))
})

test('a bid that answers a tender set names it, in a text of version 3', () => {
  const [kind, ...rest] = canonicalBid({ ...bid, tenderSetDigest: 'cd34' }).split('project version: 2\n')
  expect(kind).toBe('groundwork-bid 3\nbid:\n  | b1\nproject:\n  | p1\n')
  expect(rest[0]).toMatch(/^SHA-256 of the tender set:\n {2}\| cd34\nbidder:/)
})

test('a price with a fraction of a cent stands in a text of version 5, and every other as before', () => {
  const fine = { ...line(1, 0), unitPriceE4: 12_375 }
  const text = canonicalBid({ ...bid, validUntil: '2026-09-30', lines: [fine, line(2, 500)] })
  expect(text.split('\n')[0]).toBe('groundwork-bid 5')
  expect(text).toContain('unit price:\n    | 1.2375\n')
  expect(text).toContain('net:\n    | 1.86\n')
  expect(text).toContain('unit price:\n    | 5.00\n')
})

test('the form of each price, and what is no part of the contract sum, stand in a text of version 7', () => {
  const dayWork = { ...line(1, 1000), priceForm: 'day_work' as const }
  const target = { ...line(3, 2000), priceForm: 'target' as const, overrunShareBp: 5000, underrunShareBp: 4000 }
  const text = canonicalBid({ ...bid, lines: [dayWork, line(2, 500), target] })
  expect(text.split('\n')[0]).toBe('groundwork-bid 7')
  expect(text).toContain('excluded: false\n  price form:\n    | day_work\n  net:\n    | 15.00\n')
  expect(text).toContain(
    'price form:\n    | target\n  bidder bears percent of an over-run:\n    | 50.00\n  bidder gets percent of an under-run:\n    | 40.00\n',
  )
  expect(text.slice(text.indexOf('\ngross:'))).toBe(
    '\ngross:\n  | 56.48\nnet of day-work:\n  | 15.00\ncontract sum, net:\n  | 30.00\n',
  )
})

test('what a bid says in words, and until when it binds, stand in a text of version 4', () => {
  const text = canonicalBid({
    ...bid,
    inclusions: 'Waste.',
    exclusions: 'Permits.\nHeating.',
    validUntil: '2026-09-30',
  })
  expect(text.split('\n')[0]).toBe('groundwork-bid 4')
  expect(text).toContain(
    'timeline in weeks: 8\ninclusions:\n  | Waste.\nexclusions:\n  | Permits.\n  | Heating.\nvalid until:\n  | 2026-09-30\nlines: 2\n',
  )
})

test('the files of a bid stand in a text of version 6, with their sizes', () => {
  const text = canonicalBid({ ...bid, validUntil: '2026-09-30', attachments })
  expect(text.split('\n')[0]).toBe('groundwork-bid 6')
  expect(text).toContain(`
attachments: 2
  -
  name:
    | plan.pdf
  size in bytes: 5
  SHA-256:
    | aa
  -
  name:
    | list.csv
  size in bytes: 12
  SHA-256:
    | bb
net:
`)
})

test.each([
  ['inclusions', { inclusions: 'Waste.' }],
  ['exclusions', { exclusions: 'Waste.' }],
  ['validity', { validUntil: '2026-09-30' }],
  ['id', { id: 'b2' }],
  ['project', { projectId: 'p2' }],
  ['version', { projectVersion: 3 }],
  ['tender set', { tenderSetDigest: 'cd34' }],
  ['bidder', { companyId: 'c2' }],
  ['revision', { revision: 4 }],
  ['currency', { currency: 'USD' }],
  ['approach', { approach: 'First the roof. Then the walls.' }],
  ['timeline', { timelineWeeks: 9 }],
  ['price', { lines: [line(1, 1001), line(2, 500)] }],
  ['price of an excluded line', { lines: [line(1, 1000), line(2, 501)] }],
  ['a line less', { lines: [line(1, 1000)] }],
  ['attachment', { attachments: [{ name: 'plan.pdf', size: 5, sha256: 'ab' }] }],
])('a different %s changes the text', (_, change) => {
  expect(canonicalBid({ ...bid, ...change })).not.toBe(canonicalBid(bid))
})
