import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalText, readCanonicalText } from './canonical-text.ts'

test('writes fields in order and indents records', () => {
  const text = canonicalText('thing 1', [
    ['name', 'Åsa\r\nBerg'],
    ['count', 2],
    ['absent', null],
    [
      'parts',
      [
        [['size', 1]],
        [
          ['size', 2],
          ['note', ''],
        ],
      ],
    ],
  ])
  expect(text).toBe(
    'thing 1\nname:\n  | Åsa\n  | Berg\ncount: 2\nparts: 2\n  -\n  size: 1\n  -\n  size: 2\n  note:\n    | \n',
  )
})

test('Unicode form and line ends make no difference', () => {
  expect(canonicalText('t', [['a', 'A\u030a\r\nx\ry']])).toBe(canonicalText('t', [['a', '\u00c5\nx\ny']]))
})

test('a value cannot pass for another field', () => {
  const forged = canonicalText('t', [
    ['terms', 'fine\nprice: 1\n  | x'],
    ['price', 9],
  ])
  expect(forged.split('\n').filter((line) => line.startsWith('price:'))).toEqual(['price: 9'])
})

test('different values give different texts', () => {
  const value = fc.oneof(
    fc.string().map((text) => text.normalize('NFC').replace(/\r/g, '')),
    fc.constant(null),
  )
  fc.assert(
    fc.property(value, value, value, value, (a, b, c, d) => {
      const same = a === c && b === d
      const first = canonicalText('t', [
        ['x', a],
        ['y', b],
      ])
      expect(
        first ===
          canonicalText('t', [
            ['x', c],
            ['y', d],
          ]),
      ).toBe(same)
    }),
  )
})

test('every text is read back as it was written', () => {
  const value = fc.string().map((text) => text.normalize('NFC').replace(/\r/g, ''))
  const record = fc.tuple(value, value)
  fc.assert(
    fc.property(value, fc.array(record, { minLength: 1, maxLength: 3 }), fc.integer(), (terms, parts, count) => {
      const text = canonicalText('thing 2', [
        ['terms', terms],
        [
          'parts',
          parts.map(
            ([name, note]) =>
              [
                ['name', name],
                ['inner', [[['note', note]]]],
              ] as const,
          ),
        ],
        ['count', count],
      ])
      const { kind, fields } = readCanonicalText(text)
      expect([kind, fields.get('terms'), fields.get('count')]).toEqual(['thing 2', terms, String(count)])
      const expected = parts.map(
        ([name, note]) =>
          new Map<string, unknown>([
            ['name', name],
            ['inner', [new Map([['note', note]])]],
          ]),
      )
      expect(fields.get('parts')).toEqual(expected)
    }),
  )
})
