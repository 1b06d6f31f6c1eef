import { expect, test } from 'vitest'
import { canonicalTenderSet, type DocumentVersion, documentsOf, type TenderSetContent } from './tender-set.ts'

const version = (documentId: string, revision: number, name: string | null): DocumentVersion => ({
  ...{ documentId, revision, projectVersion: revision, createdAt: 0 },
  file: name === null ? null : { id: `f${name}`, name, mime: 'text/plain', size: 10, sha256: `hash of ${name}` },
})

const set: TenderSetContent = {
  projectId: 'p1',
  projectVersion: 2,
  client: { companyId: 'c1', name: 'Koti Oy', businessId: '0112038-9' },
  title: 'Roof',
  description: 'All of it.\nlines: 9',
  category: 'roofing',
  location: 'Espoo',
  currency: 'EUR',
  budgetCents: 100_000_50,
  bidDeadline: Date.UTC(2026, 5, 30, 9),
  timeZone: 'Europe/Helsinki',
  startDate: '2026-08-01',
  endDate: null,
  vatTreatment: 'exempt',
  vatGround: 'AVL 34 §',
  buyerDeductsVat: false,
  sellsConstruction: false,
  addendumDays: 6,
  mayCloseEarly: true,
  standstillDays: 0,
  variantTerms: null,
  awardTerms: {
    ratio: {
      ...{ priceWeightBp: 6000, maxPoints: 10, priceFormula: 'linear', ceilingCents: 150_000_00 },
      criteria: [{ id: 'q1', name: 'Plan', description: 'A plan that keeps the school open.', weightBp: 4000 }],
    },
    requirements: [{ id: 'm1', text: 'Insured.' }],
  },
  closesWhenAnswered: false,
  invitedOnly: false,
  lines: [{ position: 0, description: 'Tiles', quantityMilli: 120_500, unit: 'm²', priceForm: 'unit' }],
  ...{ overrunShareBp: null, underrunShareBp: null },
  documents: documentsOf([version('d1', 1, 'plan.pdf'), version('d1', 2, 'plan b.pdf')]),
  addenda: [{ version: 2, summary: 'A newer plan.', createdAt: Date.UTC(2026, 5, 20) }],
  answers: [
    { number: 1, question: 'Which tiles?', answer: 'Red ones.', projectVersion: 2, answeredAt: Date.UTC(2026, 5, 21) },
  ],
}

test('the exact text: its hash must stay verifiable for years', () => {
  expect(canonicalTenderSet(set, 2)).toBe(`groundwork-tender-set 2
project:
  | p1
project version: 2
client: 1
  -
  company:
    | c1
  name:
    | Koti Oy
  business id:
    | 0112038-9
title:
  | Roof
description:
  | All of it.
  | lines: 9
category:
  | roofing
location:
  | Espoo
currency:
  | EUR
budget:
  | 100000.50
bid deadline:
  | 2026-06-30T09:00:00.000Z
time zone:
  | Europe/Helsinki
bid deadline there:
  | 2026-06-30T12:00
questions until:
  | 2026-06-24T09:00:00.000Z
start:
  | 2026-08-01
VAT treatment:
  | exempt
VAT ground:
  | AVL 34 §
client deducts VAT: false
client sells construction: false
days after a significant addendum: 6
bidding may close early: true
lines: 1
  -
  position: 0
  description:
    | Tiles
  quantity:
    | 120.5
  unit:
    | m²
award:
  | best price-quality ratio
weight of the price:
  | 60.00
highest points: 10
price formula:
  | linear
price ceiling:
  | 150000.00
criteria: 1
  -
  name:
    | Plan
  description:
    | A plan that keeps the school open.
  weight:
    | 40.00
minimum requirements: 1
  -
  text:
    | Insured.
documents: 2
  -
  document: 1
  version: 1
  project version: 1
  name:
    | plan.pdf
  size: 10
  SHA-256:
    | hash of plan.pdf
  status:
    | superseded
  -
  document: 1
  version: 2
  project version: 2
  name:
    | plan b.pdf
  size: 10
  SHA-256:
    | hash of plan b.pdf
  status:
    | in force
addenda: 1
  -
  project version: 2
  summary:
    | A newer plan.
  published:
    | 2026-06-20T00:00:00.000Z
answers: 1
  -
  number: 1
  question:
    | Which tiles?
  answer:
    | Red ones.
  project version: 2
  published:
    | 2026-06-21T00:00:00.000Z
`)
  // Nothing of it stands in the text of a project that takes the lowest price, as before criteria were kept.
  expect(canonicalTenderSet({ ...set, awardTerms: { ratio: null, requirements: [] } })).not.toMatch(
    /award|criteria|minimum/,
  )
  const { answers: _, ...before } = set
  expect(canonicalTenderSet({ ...before, answers: [] }, 1)).not.toMatch(/questions|answers/)
})

test('any change of what is asked changes the text', () => {
  const changed: Partial<Record<keyof TenderSetContent, unknown>> = {
    client: { ...set.client, name: 'Other Oy' },
    lines: [],
    awardTerms: { ratio: null, requirements: [] },
    documents: documentsOf([version('d1', 1, 'plan.pdf'), version('d1', 2, null)]),
    addenda: [],
    answers: [],
    ...{ overrunShareBp: 5000, underrunShareBp: 5000 },
  }
  const texts = Object.entries(set).map(([field, value]) => {
    const other =
      changed[field as keyof TenderSetContent] ??
      (typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 60_000 : `${value ?? ''}x`)
    return canonicalTenderSet({ ...set, [field]: field === 'timeZone' ? 'Europe/Oslo' : other })
  })
  expect(new Set([...texts, canonicalTenderSet(set)]).size).toBe(Object.keys(set).length + 1)
})

test('documents are numbered in the order in which they came, and a version without a file withdraws one', () => {
  const versions = [version('d2', 1, 'b'), version('d1', 1, 'a'), version('d2', 2, null), version('d1', 2, 'c')]
  for (const given of [versions, versions.toReversed()]) {
    expect(
      documentsOf(given).map(({ number, isWithdrawn, versions: of }) => [
        number,
        isWithdrawn,
        of.map(({ file }) => file?.name),
      ]),
    ).toEqual([
      [1, false, ['c', 'a']],
      [2, true, [undefined, 'b']],
    ])
  }
})

test('the form of a price stands in a text of version 4, unless every line is priced by the unit', () => {
  const [line] = set.lines
  const target = { ...set, lines: line ? [{ ...line, priceForm: 'target' as const }] : [] }
  const text = canonicalTenderSet({ ...target, overrunShareBp: 5000, underrunShareBp: 4000 })
  expect(text).toMatch(/^groundwork-tender-set 4\n/)
  expect(text).toContain('unit:\n    | m²\n  price form:\n    | target\n')
  expect(text).toContain(
    'bidder bears percent of an over-run:\n  | 50.00\nbidder gets percent of an under-run:\n  | 40.00\n',
  )
  expect(canonicalTenderSet(set)).toMatch(/^groundwork-tender-set 3\n/)
})

test('since version 3 it says who can bid, and nothing else has changed', () => {
  const before = canonicalTenderSet(set, 2).replace('tender-set 2', 'tender-set 3')
  const said = (who: string) => before.replace('early: true\n', `early: true\nbidding:\n  | ${who}\n`)
  expect(canonicalTenderSet(set)).toBe(said('open to everybody'))
  expect(canonicalTenderSet({ ...set, invitedOnly: true })).toBe(said('by invitation only'))
})
