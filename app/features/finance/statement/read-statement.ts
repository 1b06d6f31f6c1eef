import { compactIban, isIban } from '#app/platform/iban.ts'
import { isDateText } from '#app/platform/local-time.ts'
import { parseAmount } from '#app/platform/money.ts'

/** A row of a bank statement; above zero for what came in. `archiveId` is the bank's own name for it, '' where it gives none. */
export type StatementRow = {
  day: string
  amountCents: number
  counterparty: string
  text: string
  reference: string
  /** The account of whom the money is from or to; '' where the statement gives none. */
  counterpartyIban: string
  archiveId: string
}

export type StatementProblem = { row: number; kind: 'day' | 'amount'; given: string }
export type Statement = { rows: StatementRow[]; problems: StatementProblem[] }

/** What banks call their columns, in lower case without anything but letters: the first column that begins so is taken. */
const names = {
  day: [
    'kirjauspäivä',
    'kirjauspvm',
    'pvm',
    'päivämäärä',
    'päivä',
    'bookingdate',
    'date',
    'bokföringsd',
    'bokforingsd',
    'datum',
    'buchungstag',
    'buchungsdatum',
    'fecha',
    'datecompt',
    'dato',
    'data',
  ],
  amount: ['määrä', 'summa', 'rahamäärä', 'amount', 'belopp', 'betrag', 'importe', 'montant', 'beløp', 'shuma'],
  counterpartyIban: [
    'saajantilinumero',
    'maksajantilinumero',
    'tilinumero',
    'counterpartyiban',
    'counterpartyaccount',
    'iban',
    'kontonummer',
  ],
  counterparty: [
    'saajamaksaja',
    'maksajasaaja',
    'saajanmaksajannimi',
    'nimi',
    'saajannimi',
    'saaja',
    'counterparty',
    'payee',
    'name',
    'mottagare',
    'namn',
    'empfänger',
    'auftraggeber',
    'beneficiario',
    'bénéficiaire',
    'mottaker',
    'navn',
  ],
  reference: ['viitenumero', 'viite', 'reference', 'referens', 'referenz', 'referencia', 'référence', 'referanse'],
  text: [
    'viesti',
    'selitys',
    'otsikko',
    'selite',
    'message',
    'text',
    'description',
    'meddelande',
    'verwendungszweck',
    'concepto',
    'libellé',
    'melding',
  ],
  archiveId: ['arkistointitunnus', 'arkistotunnus', 'archiveid', 'transactionid', 'arkiveringskod'],
} as const
type Column = keyof typeof names

const most = { counterparty: 200, text: 500, reference: 50, counterpartyIban: 60, archiveId: 60 }

const wordOf = (cell: unknown) =>
  String(cell ?? '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}]/gu, '')

function columnsOf(header: readonly unknown[]): Partial<Record<Column, number>> {
  const words = header.map(wordOf)
  const found: Partial<Record<Column, number>> = {}
  for (const column of Object.keys(names) as Column[]) {
    const at = names[column]
      .map((name) => words.findIndex((word) => word.startsWith(name)))
      .find((index) => index >= 0 && !Object.values(found).includes(index))
    if (at !== undefined) found[column] = at
  }
  return found
}

/** 5.11.2026, 05/11/2026, 2026-11-05, 2026/11/05, as banks write days; null for anything else. */
export function parseDay(given: string): string | null {
  const text = given.trim()
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? []
  const [, day2, month2, year2] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? []
  const found = [year ?? year2, month ?? month2, day ?? day2].map((part) => (part ?? '').padStart(2, '0')).join('-')
  return isDateText(found) ? found : null
}

/** An amount with its sign before or behind it; null for what is no amount, or none. */
export function parseSigned(given: string): number | null {
  const text = given
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/\s*(€|eur)$/i, '')
  const [, before = '', digits = '', behind = ''] = /^([+-]?)\s*(.*?)\s*([+-]?)$/.exec(text) ?? []
  const cents = parseAmount(digits, ',')
  if (cents === null || cents === 0 || (before && behind)) return null
  return before === '-' || behind === '-' ? -cents : cents
}

/** The day of a spreadsheet's date; '' for any other cell. */
const dayOf = (cell: unknown) =>
  cell !== null && typeof cell === 'object' && 'day' in cell && typeof cell.day === 'string' ? cell.day : ''

/**
 * The rows of a statement in CSV, by the names of its columns; null without a column for the day and one for the amount in the first ten lines.
 * A row that cannot be read is a problem, and says which.
 */
export function readStatement(table: readonly (readonly unknown[])[]): Statement | null {
  const start = table.slice(0, 10).findIndex((row) => {
    const { day, amount } = columnsOf(row)
    return day !== undefined && amount !== undefined
  })
  if (start < 0) return null
  const at = columnsOf(table[start] ?? [])
  const statement: Statement = { rows: [], problems: [] }
  for (const [index, cells] of table.entries()) {
    if (index <= start || cells.every((cell) => String(cell ?? '').trim() === '')) continue
    const of = (column: Column) => {
      const cell = at[column] === undefined ? '' : cells[at[column]]
      return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : dayOf(cell)
    }
    const short = (column: keyof typeof most) =>
      of(column)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .slice(0, most[column])
    const [day, amountCents] = [parseDay(of('day')), parseSigned(of('amount'))]
    if (day === null) statement.problems.push({ row: index + 1, kind: 'day', given: of('day').slice(0, 40) })
    else if (amountCents === null)
      statement.problems.push({ row: index + 1, kind: 'amount', given: of('amount').slice(0, 40) })
    else {
      const texts = { counterparty: short('counterparty'), text: short('text'), reference: short('reference') }
      const account = short('counterpartyIban')
      const counterpartyIban = isIban(account) ? compactIban(account) : ''
      statement.rows.push({ day, amountCents, ...texts, counterpartyIban, archiveId: short('archiveId') })
    }
  }
  return statement
}
