import { describe, expect, it } from 'vitest'
import { locales } from '#app/i18n/locale.ts'
import { readTable } from '#app/platform/tables/read-table.server.ts'
import { xlsxBytes } from '#app/platform/tables/write-xlsx.server.ts'
import { priceForms } from '#db/vocabulary/projects.ts'
import { previewLines } from './import-page.server.ts'
import { lineColumnOf, lineHeaders, priceFormNames, priceFormOf } from './line-columns.server.ts'
import { lineColumns } from './request-lines.ts'
import { fieldsOf, packTyped, type TypedFields, typedIn, unpackTyped } from './typed-form.ts'

const comma = { locale: 'fi-FI', timeZone: 'Europe/Helsinki', decimalMark: ',' } as const
const nothing: TypedFields = [['title', 'A school']]

async function read(
  content: string | Uint8Array,
  { kind = 'csv', mode = 'replace', typed = nothing, format = comma } = {} as {
    kind?: 'csv' | 'xlsx'
    mode?: 'replace' | 'append'
    typed?: TypedFields
    format?: { locale: string; timeZone: string; decimalMark: ',' | '.' }
  },
) {
  const table = await readTable(Buffer.from(content as Uint8Array), kind)
  return previewLines(table, { kind, mode, typed }, format, 'en')
}

const said = async (content: string | Uint8Array, options?: Parameters<typeof read>[1]) => {
  const { rows, fields } = await read(content, options)
  expect(fields === null).toBe(rows.some(({ problems }) => problems.length > 0))
  return rows.flatMap(({ row, problems }) => problems.map(({ column, key }) => `${row} ${column} ${key}`))
}

const valuesOf = async (content: string | Uint8Array, options?: Parameters<typeof read>[1]) =>
  (await read(content, options)).rows.map(({ values }) => Object.values(values).join('|'))

const refusalOf = (content: string, options?: Parameters<typeof read>[1]) =>
  read(content, options).then(
    () => 'read',
    ({ field, text }: { field?: string; text: { key: string; params?: object } }) => [field, text.key, text.params],
  )

describe('a list of requested lines', () => {
  it('is read in every language, with its price forms, as CSV and as XLSX', async () => {
    for (const locale of locales) {
      const forms = priceFormNames(locale)
      const csv = [lineHeaders(locale), ...forms.map((form, n) => [n + 1, `Work ${n}`, '1', 'm²', form.toUpperCase()])]
      expect(await valuesOf(csv.map((row) => row.join(';')).join('\n')), locale).toEqual(
        priceForms.map((form, n) => `Work ${n}|1|m²|${form}`),
      )
    }
    const xlsx = await xlsxBytes([
      ['Description', 'Quantity', 'Unit'],
      ['Tiles', 120.5, 'm²'],
      [12, 3, 'pcs'],
    ])
    expect(await valuesOf(xlsx, { kind: 'xlsx' })).toEqual(['Tiles|120,5|m²|unit', '12|3|pcs|unit'])
  })

  it('names no column or price form by the same word as another', () => {
    for (const locale of locales) {
      expect(lineHeaders(locale).map(lineColumnOf)).toEqual(lineColumns)
      expect(priceFormNames(locale).map(priceFormOf)).toEqual(priceForms)
    }
  })

  it('is read with other separators and encodings, below a title, and without its empty rows', async () => {
    const list = 'Kohteen määräluettelo\n\nKuvaus;Määrä;Yksikkö\n;;\nLaatoitus;1 234,5;m²\n'
    expect(await valuesOf(list)).toEqual(['Laatoitus|1 234,5|m²|unit'])
    expect(await valuesOf(Buffer.from(list, 'latin1'))).toEqual(['Laatoitus|1 234,5|m²|unit'])
    expect(await valuesOf(Buffer.from(`\uFEFF${list}`, 'utf16le'))).toEqual(['Laatoitus|1 234,5|m²|unit'])
    const big = Buffer.from(`\uFEFF${list}`, 'utf16le').swap16()
    expect(await valuesOf(big)).toEqual(['Laatoitus|1 234,5|m²|unit'])
    expect(await valuesOf('Description\tQuantity\tPrice form\nAll of it\t\tLump sum\n')).toEqual(['All of it|||fixed'])
  })

  it('says of each row what is wrong with it, and fills in no form', async () => {
    const rows = [
      ['No.;Description;Quantity;Unit;Price form', []],
      ['1;Tiles;many;m²;', ['2 quantity validation:quantity']],
      ['1;Paint;0;m²;', ['3 quantity validation:quantityPositive', '3 number lineimport:problem.twice']],
      ['2;;4;;', ['4 description validation:required', '4 unit validation:required']],
      [`3;${'x'.repeat(301)};4;m²;`, ['5 description validation:tooLong?count=300']],
      ['4;=A1&A2;=B2*2;m²;', ['6 description lineimport:problem.formula', '6 quantity lineimport:problem.formula']],
      ['5;Ty\uFFFDmaa;1;m²;', ['7 description lineimport:problem.encoding']],
      ['6;Walls;1;m²;Cheap', ['8 priceForm lineimport:problem.priceForm']],
      ['7;Walls;2;m²;Lump sum', ['9 quantity projectform:fixedQuantity']],
      ['8;Roof;1,2345;m²;', ['10 quantity validation:quantity']],
      ['9;\u202eRoof;99999999999;m²;', ['11 description validation:characters', '11 quantity validation:tooLarge']],
    ] as const
    const found = await said(rows.map(([row]) => row).join('\n'))
    expect(found.toSorted()).toEqual(rows.flatMap(([, problems]) => problems).toSorted())
    const marked = 'Description;Quantity;Unit;Option\nTiles;1;m²;Kyllä\nPaint;1;m²;perhaps\n'
    expect(await said(marked)).toEqual(['3 option lineimport:problem.option'])
    expect(await valuesOf(marked)).toEqual(['Tiles|1|m²|unit|on', 'Paint|1|m²|unit'])
    const dated = await xlsxBytes([
      ['Description', 'Quantity', 'Unit'],
      ['Tiles', 1.00001, 'm²'],
    ])
    expect(await said(dated, { kind: 'xlsx' })).toEqual(['2 quantity validation:quantity'])
  })

  it('takes back the apostrophe by which our own files keep text from being run as a formula', async () => {
    expect(await valuesOf(`Description,Quantity,Unit\n"'=Käyttö",1,pcs\n`)).toEqual(['=Käyttö|1|pcs|unit'])
  })

  it('is refused without its columns, with one twice, without lines and with more than a project can have', async () => {
    const missing = { description: 'Description', quantity: 'Quantity', found: 'a, b' }
    expect(await refusalOf('a;b\n1;2\n')).toEqual(['files', 'lineimport:refused.noHeader', missing])
    const twice = 'Quantity;Description;Määrä\n1;Tiles;2\n'
    expect(await refusalOf(twice)).toEqual(['files', 'lineimport:refused.columnTwice', { column: 'Quantity' }])
    expect(await refusalOf('Description;Quantity\n;\n')).toEqual(['files', 'lineimport:refused.noLines', {}])
    const lines = (count: number) => `Description;Quantity;Unit\n${'Tiles;1;m²\n'.repeat(count)}`
    const typed = fieldsOf({ lines: [{ description: 'Paint', quantity: '1', unit: 'm²' }] })
    expect(await refusalOf(lines(200), { typed })).toBe('read')
    const tooMany = ['files', 'lineimport:refused.tooMany', { lines: 201 }]
    expect(await refusalOf(lines(201))).toEqual(tooMany)
    expect(await refusalOf(lines(200), { typed, mode: 'append' })).toEqual(tooMany)
  })

  it('tells of rows that say the same, which may be meant', async () => {
    const list = 'Description;Quantity;Unit\nTiles;1;m²\nTILES;2;m²\nTiles;1;pcs\n'
    expect((await read(list)).rows.map(({ sameAs }) => sameAs)).toEqual([null, 2, null])
  })

  it('takes the place of the form’s lines or follows them; what stays the same keeps its id', async () => {
    const line = (id: string, description: string, quantity: string) => ({ id, description, quantity, unit: 'm²' })
    const blank = { description: '', quantity: '', unit: '', priceForm: 'unit' }
    const typed: TypedFields = [
      ...nothing,
      ...fieldsOf({ lines: [line('a', 'Tiles', '1'), blank, line('b', 'Tiles', '2'), line('c', 'Paint', '3')] }),
    ]
    const list = 'Description;Quantity;Unit\nTiles;2;m²\nTiles;5;m²\nRoof;7;m²\n'
    const { fields, gone, total } = await read(list, { typed })
    const ids = (all: TypedFields | null) => all?.filter(([name]) => /id$/.test(name))
    expect([gone, total, ids(fields)]).toEqual([
      ['Paint'],
      3,
      [
        ['lines[0].id', 'b'],
        ['lines[1].id', 'a'],
      ],
    ])
    expect(fields).toContainEqual(['title', 'A school'])
    const longer = await read(list, { typed, mode: 'append' })
    expect([longer.gone, longer.total, ids(longer.fields)?.length]).toEqual([[], 6, 3])
    expect(longer.fields).toContainEqual(['lines[5].description', 'Roof'])
  })
})

it('a long form goes along in parts that no limit of an upload cuts', () => {
  const fields = fieldsOf({ description: 'ä“'.repeat(40_000), lines: [{ description: 'Tiles' }] })
  const parts = packTyped(fields)
  expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThan(100_000)
  expect(unpackTyped(parts)).toEqual(fields)
  const form = new FormData()
  for (const [index, part] of parts.entries()) form.append(`typed[${index}]`, part)
  expect(typedIn(form)).toEqual(fields)
  for (const text of ['', '{', '{}', '[1]', '[["a"]]', '[["a",1]]']) expect(unpackTyped([text]), text).toBeNull()
})
