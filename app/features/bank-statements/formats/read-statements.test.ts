import { expect, it } from 'vitest'
import { fingerprints } from '#app/features/bank-statements/fingerprint.server.ts'
import { StatementError, type StatementHead, type StatementRow } from '#app/features/bank-statements/statement.ts'
import { camt, testIban } from '#tests/factories/statement.ts'
import { amountOf } from './csv.server.ts'
import { readStatements } from './read-statements.server.ts'

async function read(file: string | Uint8Array, account = testIban) {
  const rows: StatementRow[] = []
  const heads: StatementHead[] = []
  const bytes = typeof file === 'string' ? new Uint8Array(Buffer.from(file)) : file
  async function* source() {
    yield bytes
  }
  const format = await readStatements(source(), { account, today: '2026-06-02' }, (parts) => {
    for (const part of parts) part.kind === 'row' ? rows.push(part.row) : heads.push(part.head)
  })
  return { format, rows, heads }
}

async function problem(file: string | Uint8Array): Promise<unknown> {
  const error = await read(file).catch((thrown: unknown) => thrown)
  return error instanceof StatementError ? [error.problem, error.line] : error
}

it.each(['02', '08'] as const)(
  'reads a statement in version %s: payments, details, charges, returns',
  async (version) => {
    const text = camt({
      version,
      openingCents: 10_000,
      entries: [
        {
          cents: 5000,
          archiveId: 'A1',
          reference: 'RF18 1234561',
          name: 'Mäki &amp; Kumppanit',
          iban: 'FI7944052020036082',
        },
        {
          ...{ cents: 700, archiveId: 'B' },
          parts: [
            { cents: 300, archiveId: 'B1' },
            { cents: 600, archiveId: 'B2' },
            { cents: -200, archiveId: 'B3' },
          ],
        },
        { cents: -250, archiveId: 'C1', sub: 'CHRG' },
        { cents: 12, archiveId: 'I1', sub: 'INTR' },
        { cents: 900, archiveId: 'R1', endToEndId: 'E1', returned: 'AC04', name: 'A payee' },
        { cents: -5000, archiveId: 'V1', reversal: true, name: 'A payer' },
        { cents: 99, archiveId: 'P1', status: 'PDNG' },
        { cents: -9000, archiveId: 'S1', batchOf: { count: 3, messageId: 'RUN' } },
      ],
    })
    // A part that goes the other way states so itself.
    const own = text.replace(/(<AcctSvcrRef>B3[\s\S]*?)(<RltdPties>)/, '$1<CdtDbtInd>DBIT</CdtDbtInd>$2')
    const { format, rows, heads } = await read(own)
    expect(format).toBe('camt.053')
    expect(heads).toEqual([
      {
        ...{ number: '1', iban: testIban, currency: 'EUR', fromOn: '2026-06-01', toOn: '2026-06-01' },
        ...{ openingCents: 10_000, closingCents: 2362 },
      },
    ])
    expect(rows.map(({ archiveId, amountCents, nature, isSum }) => [archiveId, amountCents, nature, isSum])).toEqual([
      ['A1', 5000, 'payment', false],
      ['B1', 300, 'payment', false],
      ['B2', 600, 'payment', false],
      ['B3', -200, 'payment', false],
      ['C1', -250, 'charge', false],
      ['I1', 12, 'interest', false],
      ['R1', 900, 'return', false],
      ['V1', -5000, 'payment', false],
      ['S1', -9000, 'payment', true],
    ])
    expect(rows[0]).toMatchObject({
      reference: 'RF18 1234561',
      counterparty: 'Mäki & Kumppanit',
      counterpartyIban: 'FI7944052020036082',
    })
    expect(rows[2]).toMatchObject({ batchId: 'B' })
    expect(rows[6]).toMatchObject({ endToEndId: 'E1', returnReason: 'AC04', counterparty: 'A payee' })
    expect(rows[7]).toMatchObject({ isReversal: true, counterparty: 'A payer' })
    expect(rows[8]).toMatchObject({ batchOf: 'RUN' })
  },
)

it('reads a notification, which has no balances', async () => {
  const { format, heads, rows } = await read(camt({ kind: '054', entries: [{ cents: 1, archiveId: 'A' }] }))
  expect([format, heads[0]?.closingCents, rows.length]).toEqual(['camt.054', null, 1])
})

const one = [{ cents: 5000, archiveId: 'A1' }]
const statement = camt({ entries: one })
it.each([
  ['a document type', statement.replace('<Document', '<!DOCTYPE Document [<!ENTITY a "b">]><Document'), ['xmlDoctype', 2]],
  ['an entity', statement.replace('<Id>S1', '<Id>&a;'), ['xmlEntity', 4]],
  ['a file that is cut off', statement.slice(0, -40), ['xmlSyntax', expect.any(Number)]],
  ['another version', statement.replace('001.02', '001.99'), ['otherFormat', 2]],
  ['another message', statement.replace('camt.053.001.02', 'pain.001.001.09'), ['otherFormat', 2]],
  ['no namespace', statement.replace(/ xmlns="[^"]*"/, ''), ['otherFormat', 2]],
  ['another account', camt({ entries: one, iban: 'FI7944052020036082' }), ['otherAccount', null]],
  ['a balance that does not add up', camt({ entries: one, closingCents: 4999 }), ['balance', null]],
  ['no closing balance', statement.replace('<Cd>CLBD', '<Cd>XPCD'), ['missing', 4]],
  ['an amount below zero', statement.replaceAll('>50.00<', '>-50.00<'), ['negativeAmount', 8]],
  ['an amount of three decimals', statement.replaceAll('>50.00<', '>50.001<'), ['amount', 8]],
  ['a huge amount', statement.replaceAll('>50.00<', `>${'9'.repeat(17)}<`), ['amount', 8]],
  ['no amount', statement.replaceAll('>50.00<', '>fifty<'), ['amount', 8]],
  ['a currency that we have not', camt({ entries: [{ cents: 1, currency: 'SEK' }] }), ['currency', 8]],
  ['a currency of another account', camt({ entries: [{ cents: 1, currency: 'USD' }] }), ['otherCurrency', 8]],
  ['a day that is none', camt({ entries: [{ cents: 1, bookedOn: '2026-02-30' }] }), ['date', 8]],
  ['a day to come', camt({ entries: [{ cents: 1, bookedOn: '2026-06-03' }] }), ['future', 8]],
  ['details that do not add up', camt({ entries: [{ cents: 9, archiveId: 'B', parts: [{ cents: 4 }, { cents: 4 }] }] }), ['details', 8]],
  ['nothing', '', ['empty', null]],
  ['a letter', 'Dear bank,\nwhere is it?', ['columns', null]],
] as const)('refuses %s, whole', async (_, file, expected) => {
  expect(await problem(file)).toEqual(expected)
}) // biome-ignore format: a table

const op = `"Kirjauspäivä";"Arvopäivä";"Määrä EUROA";"Laji";"Selitys";"Saaja/Maksaja";"Saajan tilinumero";"Saajan pankin BIC";"Viite";"Viesti";"Arkistointitunnus"
"2026-06-01";"2026-06-01";"1 234,50";"506";"TILISIIRTO";"Kallion Kiinteistöt Oy";"";"";"ref=00000000000001234561";"";"20260601/593619/123456"
"2026-06-01";"2026-06-01";-3,50;"730";"PALVELUMAKSU";"OSUUSPANKKI";"";"";"";"";"20260601/5UTH03/SE3423"`
const sPankki = `Kirjauspäivä;Maksupäivä;Summa;Tapahtumalaji;Maksaja;Saajan nimi;Saajan tilinumero;Saajan BIC-tunnus;Viitenumero;Viesti;Arkistointitunnus
01.06.2026;01.06.2026;+50,00;TILISIIRTO;ALLAS OY;GROUNDWORK;-;-;1234561;'-';202606015234567890
01.06.2026;01.06.2026;-20,00;TILISIIRTO;GROUNDWORK;TYÖMAA OY;FI79 4405 2020 0360 82;HELSFIHH;-;'kiitos';202606015234567891`
const nordea = `Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Saldo;Valuutta
Varaus;-9,00;${testIban};;;Kortti;;;EUR
2026/06/01;-20,00;${testIban};FI7944052020036082;Työmaa Oy;Työmaa Oy;;1030,00;EUR
2026/06/01;50,00;FI7944052020036082;${testIban};Allas Oy;Allas Oy;1234561;1050,00;EUR`
const nordeaOld = `Tilinumero\t${testIban}\r\n\r\nKirjauspäivä\tArvopäivä\tMaksupäivä\tMäärä\tSaaja/Maksaja\tTilinumero\tBIC\tTapahtuma\tViite\tMaksajan viite\tViesti\r\n01.06.2026\t01.06.2026\t01.06.2026\t50,00\tAllas Oy\t\t\tPano\t1234561\t\t\r\n`
const danske = `"Pvm","Saaja/Maksaja","Määrä","Saldo","Tila","Tarkastettu"\n"01.06.2026","Allas Oy","50,00","1.050,00","Toteutunut","Ei"\n"02.06.2026","Työmaa Oy","-20,00","1.030,00","Toteutunut","Ei"\n"02.06.2026","Tuleva","-1,00","","Odottaa","Ei"\n`
const swedish = `Bokningsdag;Betalningsdag;Belopp;Betalningstyp;Betalare;Mottagarens namn;Mottagarens kontonummer;Mottagarens BIC-kod;Referensnummer;Meddelande;Arkiveringskod
01.06.2026;01.06.2026;50,00;SERVICEAVGIFT;BANKEN;GROUNDWORK;;;;;X1`

it.each([
  ['OP', op, [[123_450, 'payment', 'Kallion Kiinteistöt Oy', '00000000000001234561'], [-350, 'charge', 'OSUUSPANKKI', '']]],
  ['S-Pankki', sPankki, [[5000, 'payment', 'ALLAS OY', '1234561'], [-2000, 'payment', 'TYÖMAA OY', '']]],
  ['Nordea', nordea, [[-2000, 'payment', 'Työmaa Oy', ''], [5000, 'payment', 'Allas Oy', '1234561']]],
  ['Nordea until 2022', nordeaOld, [[5000, 'payment', 'Allas Oy', '1234561']]],
  ['Danske Bank', danske, [[5000, 'payment', 'Allas Oy', ''], [-2000, 'payment', 'Työmaa Oy', '']]],
  ['a bank in Swedish', swedish, [[5000, 'charge', 'BANKEN', '']]],
] as const)('reads the CSV of %s in every encoding', async (_, text, expected) => {
  const all = [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'latin1')]
  for (const bytes of all) {
    const { rows } = await read(new Uint8Array(bytes))
    expect(rows.map((row) => [row.amountCents, row.nature, row.counterparty, row.reference])).toEqual(expected)
  }
}) // biome-ignore format: a table

it('takes balances and accounts from a CSV that has them', async () => {
  expect((await read(nordea)).heads[0]).toMatchObject({ openingCents: 100_000, closingCents: 103_000 })
  expect((await read(danske)).heads[0]).toMatchObject({ openingCents: 100_000, closingCents: 103_000 })
  expect((await read(op)).heads[0]).toMatchObject({ openingCents: null, closingCents: null })
  expect((await read(nordea)).rows[1]).toMatchObject({ counterpartyIban: 'FI7944052020036082' })
  expect(await problem(nordea.replace('1030,00', '1031,00'))).toEqual(['balance', 4])
  expect(await problem(nordea.replaceAll(testIban, 'FI5810171000000122'))).toEqual(['otherAccount', 3])
  expect(await problem(op.replace('1 234,50', '1.234'))).toEqual(['amount', 2])
  expect(await problem(op.replace('"2026-06-01"', '"31.02.2026"'))).toEqual(['date', 2])
})

it.each([
  ['1 234,50', 123_450],
  ['-1.234,50', -123_450],
  ['1,234.50', 123_450],
  ['12,5-', -1250],
  ['−3,00 €', -300],
  ['+7', 700],
  ['1.234', null],
  ['1,23,45', null],
  ['', null],
  ['1e5', null],
])('reads the amount %s', (typed, cents) => {
  if (cents === null) expect(() => amountOf(typed, 1)).toThrow(StatementError)
  else expect(amountOf(typed, 1)).toBe(cents)
})

it('tells rows without an archive id apart by what they say and how often', async () => {
  const { rows } = await read(`${danske}"01.06.2026","Allas Oy","50,00","","",""\n`)
  const names = rows.map(fingerprints(testIban))
  expect(new Set(names).size).toBe(3)
  expect(names[2]).toBe(names[0]?.replace(/-1$/, '-2'))
  expect(rows.map(fingerprints(testIban))).toEqual(names)
})
