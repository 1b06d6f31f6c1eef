import { describe, expect, it, test } from 'vitest'
import { blankClient, type ClientContent } from '#app/features/clients/client.ts'
import { type Candidate, findDoubles, plainName } from './doubles.ts'
import { firstChoice, isChosen, mergedContent } from './merged-content.ts'

const of = (id: string, change: Partial<Candidate>): Candidate => ({
  ...{ id, name: id, businessId: null, vatNumber: null, email: null, country: 'FI', linkedCompanyId: null },
  ...change,
})
const pairs = (candidates: Candidate[]) =>
  findDoubles(candidates).map(({ kept, other, reasons }) => [kept.id, other.id, reasons.join(' ')])

describe('doubles', () => {
  it('have a number, an email or a name in common, and none that differs; the surest come first', () => {
    expect(
      pairs([
        of('a', { name: 'Rakentaja Oy', email: 'x@y.example' }),
        of('b', { name: 'RAKENTÄJA', email: 'X@y.example' }),
        of('c', { businessId: '1234567-1' }),
        of('d', { businessId: '1234567-1', country: 'AX' }),
        of('e', { businessId: '1234567-1', country: 'SE' }),
        of('f', { vatNumber: 'FI12345671' }),
        of('g', { vatNumber: 'FI12345671' }),
      ]),
    ).toEqual([
      ['c', 'd', 'businessId'],
      ['f', 'g', 'vatNumber'],
      ['a', 'b', 'email name'],
    ])
    const name = 'Same Oy'
    expect(pairs([of('a', { name, businessId: '1' }), of('b', { name, businessId: '2' })])).toEqual([])
    expect(pairs([of('a', { name, linkedCompanyId: '1' }), of('b', { name, linkedCompanyId: '2' })])).toEqual([])
    const third = of('c', { name, businessId: '2' })
    expect(pairs([of('a', { name, businessId: '1' }), of('b', { name, businessId: '2' }), third])).toEqual([
      ['b', 'c', 'businessId name'],
    ])
  })

  it('are found among as many clients as a company can have, all with one email', () => {
    const many = Array.from({ length: 20_000 }, (_, n) =>
      of(String(n), { email: 'a@b.example', businessId: String(n) }),
    )
    expect(findDoubles(many)).toEqual([])
  })
})

test.each([
  ['Rakennus Oy', 'rakennus'],
  ['Oy Hämeen  Rakennus, Ab', 'hameen rakennus'],
  ['As. Oy', 'as oy'],
  ['???', ''],
])('the name %s is plainly %s', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})

describe('two records as one', () => {
  const person = { name: 'Liisa', role: null, email: 'liisa@a.example', phone: null }
  const kept: ClientContent = { ...blankClient('FI'), name: 'A', contacts: [person], tags: ['One'], notes: 'First' }
  const other: ClientContent = {
    ...blankClient('SE'),
    ...{ name: 'B', city: 'Umeå', email: 'b@b.example', tags: ['one', 'Two'], notes: 'Second' },
    contacts: [
      { ...person, name: 'LIISA', role: 'Boss' },
      { ...person, name: 'Pekka' },
    ],
  }

  it('have what is chosen, what goes together with it, and the people, tags and notes of both once', () => {
    expect(mergedContent(kept, other, { address: 'other', email: 'kept' })).toEqual({
      ...kept,
      ...{ country: 'SE', city: 'Umeå', email: null },
      contacts: [person, { ...person, name: 'Pekka' }],
      ...{ tags: ['One', 'Two'], notes: 'First\n\nSecond' },
    })
    expect(mergedContent(kept, { ...kept, name: 'C' }, {})).toEqual(kept)
  })

  it('are refused where they are more than one record can have', () => {
    expect(mergedContent({ ...kept, notes: 'x'.repeat(5000) }, other, {})).toBeNull()
  })

  it('begin with what one of them says', () => {
    expect(firstChoice('email', kept, other)).toBe('other')
    expect(firstChoice('address', kept, other)).toBe('other')
    expect(firstChoice('name', kept, other)).toBe('kept')
    expect(isChosen('phone', kept, other)).toBe(false)
    expect(isChosen('address', kept, other)).toBe(true)
  })
})
