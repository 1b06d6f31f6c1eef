import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { locales } from '#app/i18n/locale.ts'
import { type Cell, readTable } from '#app/platform/tables/read-table.server.ts'
import { xlsxBytes } from '#app/platform/tables/write-xlsx.server.ts'
import { csvText } from '#app/platform/text/csv.ts'
import { columnOf, priceHeaders } from './price-columns.server.ts'
import { priceColumns, readPriceList } from './price-list.ts'

const asked = [
  { id: 'a', description: 'Demolition; by hand', quantityMilli: 120_500, unit: 'm2' },
  { id: 'b', description: '=Käyttö "päällä"', quantityMilli: 1000, unit: 'pcs' },
  { id: 'c', description: 'Cleaning', quantityMilli: 3000, unit: 'h' },
]
const header = ['No.', 'Description', 'Quantity', 'Unit', 'Unit price']
const read = (table: Cell[][], decimalMark: ',' | '.' = ',') => readPriceList(table, asked, { columnOf, decimalMark })
const priced = (list: ReturnType<typeof read>) =>
  list?.rows.map((row) =>
    row.state === 'priced' ? [row.row, row.projectLineId, row.unitPriceE4] : [row.row, row.state],
  )

async function fromCsv(text: string, encoding: 'utf-8' | 'windows-1252' | 'bom' = 'utf-8', mark: ',' | '.' = ',') {
  const bytes =
    encoding === 'windows-1252'
      ? Buffer.from(text, 'latin1')
      : Buffer.from(`${encoding === 'bom' ? '\uFEFF' : ''}${text}`)
  return read(await readTable(bytes, 'csv'), mark)
}

async function refusal(run: Promise<unknown>): Promise<string> {
  return await run.then(
    () => 'read',
    (error: Error) => error.message,
  )
}

describe('a price list', () => {
  it('is read back as it was downloaded, as CSV and as XLSX, in every language', async () => {
    for (const locale of locales) {
      const rows = asked.map(({ description, unit }, index) => [
        index + 1,
        description,
        ['120,5', '1', '3'][index] ?? '',
        unit,
        '0,0375',
      ])
      const csv = await fromCsv(csvText([priceHeaders(locale), ...rows]))
      expect(priced(csv), locale).toEqual([
        [2, 'a', 375],
        [3, 'b', 375],
        [4, 'c', 375],
      ])
      const numbers = asked.map(({ description, unit, quantityMilli }, index) => [
        index + 1,
        description,
        quantityMilli / 1000,
        unit,
        12.3,
      ])
      const xlsx = read(await readTable(await xlsxBytes([priceHeaders(locale), ...numbers]), 'xlsx'))
      expect(xlsx?.isUsable, locale).toBe(true)
      expect(priced(xlsx)?.at(-1)).toEqual([4, 'c', 123_000])
    }
  })

  it('names no column by the same word as another', () => {
    const names = new Map<string, string>()
    for (const locale of locales)
      for (const [index, name] of priceHeaders(locale).entries()) {
        const column = priceColumns[index] ?? ''
        expect([name, names.get(name.toLowerCase()) ?? column]).toEqual([name, column])
        names.set(name.toLowerCase(), column)
      }
  })

  it.each([
    ['semicolons and commas', 'Nro;Kuvaus;Yksikköhinta\r\n1;Demolition\u00a0; by hand;1 234,5678\r\n', 'utf-8', null],
    [
      'quotes, Windows-1252',
      'Nro;Kuvaus;Yksikköhinta\r\n2;"=Käyttö ""päällä""";1.234,50\r\n',
      'windows-1252',
      12_345_000,
    ],
    ['tabs and a byte order mark', 'Nr\tÀ-pris\n3\t0,5\n', 'bom', 5000],
    ['the separator named first', 'sep=;\r\nNr.;Einheitspreis\r\n3;7\r\n', 'utf-8', 70_000],
    ['commas and points', 'No.,Unit price\n3,"1,234.5"\n', 'utf-8', 12_345_000],
  ] as const)('is read with %s', async (_, text, encoding, price) => {
    const list = await fromCsv(text, encoding)
    if (price === null) expect(list?.rows[0]?.state).toBe('changed')
    else expect(list?.rows.at(-1)).toMatchObject({ state: 'priced', unitPriceE4: price })
  })

  it('refuses what is changed, unknown, repeated or unreadable, with the number of the row', () => {
    const list = read([
      ['Price list of a bidder'],
      header,
      [1, 'Demolition; by hand', 121, 'm2', 5],
      [2, 'Another text', 1, 'pcs', 5],
      [3, ' Cleaning ', '3,000', 'H', 5],
      [3, 'Cleaning', 3, 'h', 5],
      [null, null, null, null, null],
      [4, 'More', 1, 'h', 5],
      ['one', '', '', '', ''],
    ])
    expect(list?.rows.map(({ row, ...rest }) => [row, rest.state, 'what' in rest ? rest.what : ''])).toEqual([
      [3, 'changed', 'quantity'],
      [4, 'changed', 'description'],
      [5, 'changed', 'unit'],
      [6, 'twice', ''],
      [8, 'unknown', ''],
      [9, 'unknown', ''],
    ])
    expect(list?.isUsable).toBe(false)
    const prices = [-5, 1.00001, '5 €', { unreadable: true } as const, 1e300, '12,34567', Number.NaN]
    for (const price of prices)
      expect(read([header, [3, 'Cleaning', 3, 'h', price]])?.rows[0]?.state, String(price)).toBe('malformed')
    expect(read([header, [3, 'Cleaning', 3, 'h', 0.1 + 0.2]])?.rows[0]).toMatchObject({ unitPriceE4: 3000 })
  })

  it('keeps what has no price, and is of no use without any', () => {
    const list = read([header, [1, 'Demolition; by hand', 120.5, 'm2', null], [3, 'Cleaning', 3, 'h', '']])
    expect(list).toMatchObject({ rows: [{ state: 'missing' }, { state: 'missing' }], isUsable: false })
    expect(list?.absent).toEqual([{ number: 2, description: '=Käyttö "päällä"' }])
    expect(
      read([
        ['A', 'B'],
        [1, 2],
      ]),
    ).toBeNull()
    expect(read([])).toBeNull()
  })
})

describe('a file that is no honest table', () => {
  const workbook = (sheet: string) => ({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
  })
  const refused = (key: string) => `invalid: bidimport:refused.${key}`

  it('is refused before it is unpacked to too much, or filled up to a distant cell', async () => {
    const bomb = zipSync({ ...workbook('<worksheet/>'), 'xl/media/a.xml': new Uint8Array(11_000_000) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refusal(readTable(bomb, 'xlsx'))).toBe(refused('tooLarge'))
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`xl/${index}.xml`, new Uint8Array(1)]))
    expect(await refusal(readTable(zipSync(many), 'xlsx'))).toBe(refused('tooLarge'))
    for (const place of ['XFD1', 'A1048576', 'BA2']) {
      const sheet = `<worksheet><sheetData><row r="1"><c r="${place}"><v>1</v></c></row></sheetData></worksheet>`
      expect(await refusal(readTable(zipSync(workbook(sheet)), 'xlsx')), place).toBe(refused('tooLarge'))
    }
  })

  it('cannot hide its size: what is unpacked is counted, not what it states', async () => {
    const bytes = zipSync({ ...workbook('<worksheet/>'), 'xl/worksheets/sheet2.xml': new Uint8Array(50_000_000) })
    const stated = Buffer.from(bytes)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(50_000_000)
    for (let at = stated.indexOf(size); at >= 0; at = stated.indexOf(size, at + 1)) stated.writeUInt32LE(100, at)
    expect(await refusal(readTable(stated, 'xlsx'))).toBe(refused('tooLarge'))
  })

  it.each([
    ['no archive', Buffer.from('PK\u0003\u0004 and nothing more')],
    ['an empty archive', zipSync({})],
    ['another archive', zipSync({ 'a.txt': strToU8('a') })],
  ])('is refused as %s', async (_, bytes) => {
    expect(await refusal(readTable(bytes, 'xlsx'))).toBe(refused('broken'))
  })

  it('is refused with too many rows or columns', async () => {
    const csv = (text: string) => refusal(readTable(Buffer.from(text), 'csv'))
    expect(await csv('1;2\n'.repeat(1001))).toBe(refused('tooLarge'))
    expect(await csv('1;2\n'.repeat(1000))).toBe('read')
    expect(await csv(';'.repeat(60))).toBe(refused('tooLarge'))
    expect(await csv(`"${'x'.repeat(500_000)}`)).toBe(refused('brokenAt'))
    expect(await csv('')).toBe('read')
  })
})
