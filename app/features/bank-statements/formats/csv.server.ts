import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import {
  centsOf,
  isDay,
  StatementError,
  type StatementHead,
  type StatementPart,
  type StatementRow,
} from '#app/features/bank-statements/statement.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { type Currency, currencies } from '#db/vocabulary/currencies.ts'
import { type CsvField, chargeWords, columnsOf, interestWords, pendingWords, returnWords } from './csv-columns.ts'

/** Rows above the headings that some banks write, such as the account and the period. */
const maxRowsBefore = 10

/**
 * UTF-8 and UTF-16 by their marks; what is not valid UTF-8 is what Windows programs of western Europe write.
 * @throws StatementError for what is no text
 */
export function csvText(bytes: Uint8Array): string {
  const [one, two] = bytes
  const encoding = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  // A table of ours never holds it, and every other kind of file does.
  if (text.includes('\u0000')) throw new StatementError('encoding', null)
  return text
}

/** The one of the three that the row of headings has most of, outside quotes. */
export function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n?|\n/)
    .slice(0, maxRowsBefore + 1)
  const count = (delimiter: string) =>
    Math.max(...lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length))
  return [';', '\t', ','].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/**
 * The rows of a bank's CSV, and at the end the statement that they are, with the balances where the file has them.
 * Gives way to others every 500 rows.
 * @param account the IBAN of the account, because most of these files do not name it
 */
export async function* readCsvStatement(bytes: Uint8Array, account: string): AsyncGenerator<StatementPart[]> {
  const text = csvText(bytes)
  const parser = parse(text, {
    ...{ delimiter: delimiterOf(text), relax_column_count: true, relax_quotes: true, info: true, bom: true },
    ...{ skip_empty_lines: true, max_record_size: 20_000, record_delimiter: ['\r\n', '\n', '\r'] },
  })
  let columns: Partial<Record<CsvField, number>> | null = null
  let before = 0
  const rows: StatementRow[] = []
  const balances: { line: number; cents: number; amountCents: number }[] = []
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!columns) {
        columns = columnsOf(record)
        before += 1
        if (!columns && before > maxRowsBefore) throw new StatementError('columns', null)
        continue
      }
      const cell = cellsOf(record, columns)
      if (pendingWords.test(cell('bookedOn')) || pendingWords.test(cell('status'))) continue
      if (record.every((value) => value.trim() === '')) continue
      const row = rowOf(cell, info.lines, account)
      rows.push(row)
      if (cell('balance') !== '') {
        const { line, amountCents } = row
        balances.push({ line, amountCents, cents: amountOf(cell('balance'), line) })
      }
      if (rows.length % 500 === 0) await setImmediate()
    }
  } catch (error) {
    if (error instanceof StatementError) throw error
    const line = (error as { lines?: number }).lines ?? null
    throw new StatementError('columns', line)
  }
  if (!columns) throw new StatementError('columns', null)
  yield rows.map((row) => ({ kind: 'row', row }))
  if (rows.length > 0) yield [{ kind: 'statement', head: headOf(rows, balances, account) }]
}

const cellsOf = (record: readonly string[], columns: Partial<Record<CsvField, number>>) => (field: CsvField) => {
  const column = columns[field]
  const text = column === undefined ? '' : (record[column] ?? '').replace(/\s+/g, ' ').trim()
  return text === '-' ? '' : text
}

function rowOf(cell: (field: CsvField) => string, line: number, account: string): StatementRow {
  const amountCents = amountOf(cell('amount'), line)
  const isIn = amountCents > 0
  const currency = (cell('currency') || 'EUR').toUpperCase() as Currency
  if (!currencies.includes(currency)) throw new StatementError('currency', line, { found: currency.slice(0, 10) })
  const payerIban = ibanIn(cell('payerIban')) || ibanIn(cell('payer'))
  const payeeIban = ibanIn(cell('payeeIban')) || ibanIn(cell('payee'))
  const own = isIn ? payeeIban : payerIban
  // Some banks fill the payee's column with the other party in both directions; a name of an account of ours settles it.
  if (own !== '' && own !== account && (isIn ? payerIban : payeeIban) === account) {
    throw new StatementError('otherAccount', line, { found: own.slice(-4) })
  }
  const isNamedAccount = own !== '' && (isIn ? ibanIn(cell('payee')) : ibanIn(cell('payer'))) === own
  if (isNamedAccount && own !== account) throw new StatementError('otherAccount', line, { found: own.slice(-4) })
  const other = isIn ? payerIban : payeeIban
  const named = isIn ? cell('payer') : cell('payee')
  const kind = cell('kind')
  return {
    line,
    bookedOn: dayOf(cell('bookedOn'), line),
    amountCents,
    currency,
    archiveId: cell('archiveId').replace(/^'|'$/g, '').slice(0, 60) || null,
    ...{ batchId: null, isSum: false, endToEndId: '', batchOf: '', isReversal: false, returnReason: '' },
    reference: cell('reference')
      .replace(/^ref\s*=?\s*/i, '')
      .replace(/^'|'$/g, '')
      .slice(0, 50),
    counterparty: (ibanIn(named) ? cell('party') : named || cell('party')).slice(0, 200),
    counterpartyIban: other === account ? '' : other,
    message: cell('message').replace(/^'|'$/g, '').slice(0, 1000),
    nature: chargeWords.test(kind)
      ? 'charge'
      : interestWords.test(kind)
        ? 'interest'
        : isIn && returnWords.test(kind)
          ? 'return'
          : 'payment',
  }
}

/** An IBAN at the start of a cell, which may go on with a BIC. */
function ibanIn(text: string): string {
  const compact = compactIban(text)
  for (const length of [18, ...Array.from({ length: 20 }, (_, index) => 34 - index)]) {
    const start = compact.slice(0, length)
    if (start.length === length && isIban(start)) return start
  }
  return ''
}

/** `-1 234,50`, `1.234,50-`, `+5,00`, `12.34`: a comma or a point before one or two decimals; thousands by spaces or the other mark. */
export function amountOf(typed: string, line: number): number {
  const text = typed
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/[−–]/g, '-')
    .replace(/(?:EUR|€)$/i, '')
  const [, before = '', digits = '', after = ''] = /^([+-]?)([\d.,]+)([+-]?)$/.exec(text) ?? []
  const [, grouped = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  const isGrouped = /^\d+$|^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(grouped)
  // `1.234` alone could be either.
  const isClear = decimals !== '' || /^\d+$/.test(grouped)
  const cents = isGrouped && isClear && !(before && after) ? centsOf(grouped.replace(/[.,]/g, ''), decimals) : null
  if (cents === null) throw new StatementError('amount', line, { found: typed.slice(0, 40) || '–' })
  return before === '-' || after === '-' ? 0 - cents : cents
}

function dayOf(typed: string, line: number): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed) ?? []
  const text = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.replaceAll('/', '-')
  if (!isDay(text)) throw new StatementError('date', line, { found: typed.slice(0, 40) || '–' })
  return text
}

function headOf(
  rows: readonly StatementRow[],
  balances: readonly { line: number; cents: number; amountCents: number }[],
  iban: string,
): StatementHead {
  const days = rows.map(({ bookedOn }) => bookedOn).sort()
  const [first] = rows
  const stranger = rows.find(({ currency }) => currency !== first?.currency)
  if (stranger && first) {
    throw new StatementError('otherCurrency', stranger.line, { found: stranger.currency, expected: first.currency })
  }
  const range = { fromOn: days[0] ?? null, toOn: days.at(-1) ?? null }
  const of = { number: '', iban, currency: first?.currency ?? 'EUR', ...range }
  if (balances.length < rows.length) return { ...of, openingCents: null, closingCents: null }
  const oldestFirst = brokenAt(balances)
  const newestFirst = oldestFirst === null ? null : brokenAt([...balances].reverse())
  if (oldestFirst !== null && newestFirst !== null) throw new StatementError('balance', oldestFirst)
  const ordered = oldestFirst === null ? balances : [...balances].reverse()
  const [earliest] = ordered
  return {
    ...of,
    openingCents: (earliest?.cents ?? 0) - (earliest?.amountCents ?? 0),
    closingCents: ordered.at(-1)?.cents ?? null,
  }
}

/** The line whose balance does not follow from the one before; null if all do. */
function brokenAt(balances: readonly { line: number; cents: number; amountCents: number }[]): number | null {
  const broken = balances.find(({ cents, amountCents }, index) => {
    const before = balances[index - 1]
    return before !== undefined && before.cents + amountCents !== cents
  })
  return broken?.line ?? null
}
