import { describe, expect, it } from 'vitest'
import { csvCell, csvText, unguardedCell } from './csv.ts'

describe('a cell', () => {
  it.each([
    '=1+1',
    '+358',
    '-cmd',
    '@SUM(A1)',
    '\tx',
    '\r=1',
    ' =1',
    '=HYPERLINK("http://evil")',
    '＝1+1',
    '＋358',
    '－cmd',
    '＠SUM(A1)',
    '﹦1',
    '﹢1',
    '﹣1',
    '﹫A1',
    '\u200b=1',
    '\u202e=1',
    '\ufeff＝1',
    '\u3000＝1',
    '\u00ad\u0000-1',
  ])('that could be a formula is a text: %j', (value) => expect(csvCell(value).startsWith(`"'`)).toBe(true))

  it.each([
    ['1234.50', '1234.50'],
    ['-12.5', '-12.5'],
    [-12, '-12'],
    [0, '0'],
    [null, ''],
    ['Keittiö', 'Keittiö'],
    ['12 m²', '12 m²'],
    ['a；b', '"a；b"'],
    ['a＂b', '"a＂b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
  ])('%j is written %j', (value, written) => expect(csvCell(value)).toBe(written))
})

it.each(['=1', "'=1", "''=1", "'plain", "'-5", '-5', '-5+1', "'", '＝1', '\t', 'Keittiö'])(
  'what is written reads back as it was: %j',
  (value) => {
    const written = csvCell(value)
    const cell = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
    expect(unguardedCell(cell)).toBe(value)
  },
)

it('rows end in CRLF behind a byte order mark', () => {
  expect(
    csvText([
      ['a', 1],
      ['b', null],
    ]),
  ).toBe('\uFEFFa,1\r\nb,\r\n')
})
