import {
  StatementError,
  type StatementFormat,
  type StatementHead,
  type StatementPart,
} from '#app/features/bank-statements/statement.ts'
import { readXml } from '#app/platform/xml/read-xml.server.ts'
import { XmlError, type XmlProblem } from '#app/platform/xml/xml-reader.ts'
import { camtFormat, camtParts } from './camt.server.ts'
import { readCsvStatement } from './csv.server.ts'

const xmlProblems: Record<XmlProblem, StatementError['problem']> = {
  syntax: 'xmlSyntax',
  doctype: 'xmlDoctype',
  entity: 'xmlEntity',
  prefix: 'xmlSyntax',
  tooDeep: 'xmlTooLarge',
  tooLarge: 'xmlTooLarge',
  incomplete: 'xmlSyntax',
  encoding: 'encoding',
}

/** Rows of one file: more than a busy account has in a year. */
export const maxRows = 100_000

/**
 * Reads a file of statements of one account: camt.053, camt.054, or the CSV of a bank. Each statement's rows come before it.
 * What they are checked for: the account, a day up to `today`, one currency, and that the opening balance and the rows are the closing one.
 * @param take gets the parts as they are read, with the bytes read so far; it is called between turns of the event loop
 * @throws StatementError for the first problem, with its line
 */
export async function readStatements(
  source: AsyncIterable<Uint8Array>,
  { account, today }: { account: string; today: string },
  take: (parts: StatementPart[], bytes: number) => void,
): Promise<StatementFormat> {
  const check = checker(account, today)
  const iterator = source[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done || first.value.length === 0) throw new StatementError('empty', null)
  const chunks = async function* () {
    yield first.value
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  const pending: StatementPart[] = []
  const given = (bytes: number) => {
    for (const part of pending) check.part(part)
    take(pending.splice(0), bytes)
  }
  if (!isXml(first.value)) {
    const all: Uint8Array[] = []
    for await (const chunk of chunks()) all.push(chunk)
    const bytes = Buffer.concat(all)
    for await (const parts of readCsvStatement(bytes, account)) {
      pending.push(...parts)
      given(bytes.length)
    }
    check.end()
    return 'csv'
  }
  try {
    const onElement = (...[element, parents]: Parameters<typeof camtParts>) => {
      pending.push(...camtParts(element, parents))
      return parents.length >= 2 && (element.name === 'Ntry' || parents.length === 2) ? 'drop' : undefined
    }
    const root = await readXml(chunks(), onElement, given)
    given(0)
    check.end()
    return camtFormat(root)
  } catch (error) {
    if (error instanceof XmlError) throw new StatementError(xmlProblems[error.problem], error.line || null)
    throw error
  }
}

/** A document begins with a mark or white space and `<`, whatever it is called. */
const isXml = (start: Uint8Array) =>
  /^(?:ï»¿|\xff\xfe|\xfe\xff)?[\s\0]*</.test(Buffer.from(start.subarray(0, 200)).toString('latin1'))

function checker(account: string, today: string) {
  let rows = 0
  let statements = 0
  let sumCents = 0
  let currency: string | null = null
  let line = 0
  const statement = (head: StatementHead) => {
    if (head.iban !== account) throw new StatementError('otherAccount', null, { found: head.iban.slice(-4) })
    if (currency !== null && currency !== head.currency) {
      throw new StatementError('otherCurrency', line, { found: currency, expected: head.currency })
    }
    const { openingCents, closingCents } = head
    if (openingCents !== null && closingCents !== null && openingCents + sumCents !== closingCents) {
      throw new StatementError('balance', null, { number: head.number || '–' })
    }
    statements += 1
    sumCents = 0
    currency = null
  }
  return {
    part(part: StatementPart) {
      if (part.kind === 'statement') return statement(part.head)
      const { row } = part
      rows += 1
      if (rows > maxRows) throw new StatementError('tooLarge', row.line, { max: maxRows })
      if (row.bookedOn > today) throw new StatementError('future', row.line, { found: row.bookedOn })
      currency ??= row.currency
      line = row.line
      sumCents += row.amountCents
    },
    end() {
      if (statements === 0) throw new StatementError('empty', null)
    },
  }
}
