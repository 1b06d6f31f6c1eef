import {
  centsOf,
  isDay,
  type RowNature,
  StatementError,
  type StatementFormat,
  type StatementHead,
  type StatementPart,
  type StatementRow,
} from '#app/features/bank-statements/statement.ts'
import { child, descend, textAt, type XmlElement } from '#app/platform/xml/xml-reader.ts'
import { type Currency, currencies } from '#db/vocabulary/currencies.ts'

const uri = 'urn:iso:std:iso:20022:tech:xsd:'
/** The messages that Finnish banks send: versions 2 (since 2011) and 8 (since 2023). */
const messages: Readonly<Record<string, { format: StatementFormat; root: string; statement: string }>> = {
  [`${uri}camt.053.001.02`]: { format: 'camt.053', root: 'BkToCstmrStmt', statement: 'Stmt' },
  [`${uri}camt.053.001.08`]: { format: 'camt.053', root: 'BkToCstmrStmt', statement: 'Stmt' },
  [`${uri}camt.054.001.02`]: { format: 'camt.054', root: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
  [`${uri}camt.054.001.08`]: { format: 'camt.054', root: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
}

/** The format of a document by its root. @throws StatementError for anything but a statement or a notification in versions 2 and 8 */
export function camtFormat(root: XmlElement): StatementFormat {
  const message = Object.hasOwn(messages, root.namespace) ? messages[root.namespace] : undefined
  if (root.name !== 'Document' || !message)
    throw new StatementError('otherFormat', root.line, { found: root.namespace || root.name })
  return message.format
}

/**
 * What a statement (camt.053) or a notification (camt.054) says, in the order of the file: each entry as it ends, with `drop` for the reader, and
 * the statement after its entries. ISO 20022 and Finance Finland's guide to account statements in XML.
 */
export function camtParts(element: XmlElement, parents: readonly XmlElement[]): StatementPart[] {
  const [root] = parents
  if (!root) {
    camtFormat(element)
    return []
  }
  const message = messages[root.namespace]
  if (!message) camtFormat(root)
  if (!message || element.namespace !== root.namespace) return []
  if (parents.length === 2 && element.name === message.statement) {
    return [{ kind: 'statement', head: headOf(element, message.format) }]
  }
  if (parents.length !== 3 || element.name !== 'Ntry' || parents[2]?.name !== message.statement) return []
  return rowsOf(element, parents[2]).map((row) => ({ kind: 'row', row }))
}

function headOf(statement: XmlElement, format: StatementFormat): StatementHead {
  const iban = textAt(statement, 'Acct', 'Id', 'IBAN').replace(/\s/g, '')
  if (!iban) throw new StatementError('missing', statement.line, { what: 'Acct/Id/IBAN' })
  const balances = statement.children.filter(({ name }) => name === 'Bal')
  const balance = (...codes: string[]) => {
    const found = codes.flatMap((code) => balances.filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code))
    return found[0]
  }
  const closing = balance('CLBD')
  const opening = balance('OPBD', 'PRCD')
  if (format === 'camt.053' && (!closing || !opening)) {
    throw new StatementError('missing', statement.line, { what: closing ? 'Bal OPBD' : 'Bal CLBD' })
  }
  const of = closing ?? opening
  const stated = textAt(statement, 'Acct', 'Ccy') || child(of, 'Amt')?.attributes.get('Ccy')
  return {
    number: textAt(statement, 'ElctrncSeqNb') || textAt(statement, 'LglSeqNb') || textAt(statement, 'Id'),
    iban,
    currency: stated === undefined ? 'EUR' : currencyOf(stated, statement.line),
    fromOn: dayOf(textAt(statement, 'FrToDt', 'FrDtTm'), statement.line),
    toOn: closing
      ? dayAt(closing, 'Dt')
      : dayOf(textAt(statement, 'FrToDt', 'ToDtTm') || textAt(statement, 'CreDtTm'), statement.line),
    openingCents: opening ? signed(opening) : null,
    closingCents: closing ? signed(closing) : null,
  }
}

/** An entry that is booked, as one row, or as one for each of its transactions where their amounts add up to it. */
function rowsOf(entry: XmlElement, statement: XmlElement): StatementRow[] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (status !== '' && status !== 'BOOK') return []
  const total = signed(entry)
  const currency = currencyOf(child(entry, 'Amt')?.attributes.get('Ccy') ?? '', entry.line)
  const own = textAt(statement, 'Acct', 'Ccy')
  if (own && own !== currency) throw new StatementError('otherCurrency', entry.line, { found: currency, expected: own })
  const batchId = textAt(entry, 'AcctSvcrRef') || null
  const details = entry.children.filter(({ name }) => name === 'NtryDtls')
  const transactions = details.flatMap(({ children }) => children.filter(({ name }) => name === 'TxDtls'))
  const batch = details.map((one) => child(one, 'Btch')).find(Boolean)
  const several = Number(textAt(batch, 'NbOfTxs') || '1') > 1
  const entryRow: StatementRow = {
    line: entry.line,
    bookedOn: dayAt(entry, 'BookgDt'),
    amountCents: total,
    currency,
    archiveId: batchId ?? (textAt(entry, 'NtryRef') || null),
    batchId: null,
    isSum: several && transactions.length === 0,
    ...{ reference: '', endToEndId: '', counterparty: '', counterpartyIban: '', returnReason: '' },
    batchOf: textAt(batch, 'PmtInfId') || textAt(batch, 'MsgId'),
    message: textAt(entry, 'AddtlNtryInf'),
    nature: natureOf(child(entry, 'BkTxCd')),
    isReversal: ['true', '1'].includes(textAt(entry, 'RvslInd')),
  }
  if (transactions.length <= 1) {
    const [only] = transactions
    return [only ? detailed(only, entryRow, total, batchId) : entryRow]
  }
  const parts = transactions.map((one) => partOf(one, entry))
  if (parts.reduce((sum, cents) => sum + cents, 0) !== total) throw new StatementError('details', entry.line)
  return transactions.map((one, index) =>
    detailed(one, { ...entryRow, line: one.line }, parts[index] ?? 0, batchId, true),
  )
}

/** A transaction's own amount: it may go the other way than its entry. Version 2 has it in AmtDtls, version 8 in Amt. */
function partOf(transaction: XmlElement, entry: XmlElement): number {
  const amount = child(transaction, 'Amt') ?? descend(transaction, 'AmtDtls', 'TxAmt', 'Amt')
  if (!amount) throw new StatementError('missing', transaction.line, { what: 'TxDtls/Amt' })
  const direction = textAt(transaction, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd')
  return absolute(amount) * (direction === 'DBIT' ? -1 : 1)
}

function detailed(
  transaction: XmlElement,
  row: StatementRow,
  amountCents: number,
  batchId: string | null,
  isPart = false,
): StatementRow {
  const references = child(transaction, 'Refs')
  const returned = child(transaction, 'RtrInf')
  // Whatever is taken back or comes back names the parties of the payment that it undoes.
  const isIn = amountCents > 0 !== (row.isReversal || returned !== undefined)
  const parties = child(transaction, 'RltdPties')
  const party = child(parties, isIn ? 'Dbtr' : 'Cdtr')
  const structured = descend(transaction, 'RmtInf')?.children.filter(({ name }) => name === 'Strd') ?? []
  const reference = structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref')).find(Boolean) ?? ''
  const free = descend(transaction, 'RmtInf')?.children.filter(({ name }) => name === 'Ustrd') ?? []
  const nature = natureOf(child(transaction, 'BkTxCd'))
  const endToEndId = textAt(references, 'EndToEndId')
  const own = textAt(references, 'AcctSvcrRef')
  return {
    ...row,
    amountCents,
    archiveId: own || (isPart ? null : row.archiveId),
    batchId: isPart ? batchId : null,
    reference: reference.slice(0, 50),
    endToEndId: endToEndId === 'NOTPROVIDED' ? '' : endToEndId,
    batchOf: textAt(references, 'PmtInfId') || textAt(references, 'MsgId') || row.batchOf,
    counterparty: (textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm')).slice(0, 200),
    counterpartyIban: textAt(child(parties, isIn ? 'DbtrAcct' : 'CdtrAcct'), 'Id', 'IBAN'),
    message: (free.map(({ text }) => text.trim()).join(' ') || row.message || textAt(transaction, 'AddtlTxInf')).slice(
      0,
      1000,
    ),
    nature: returned ? 'return' : nature === 'payment' ? row.nature : nature,
    isReversal: row.isReversal,
    returnReason: [textAt(returned, 'Rsn', 'Cd'), textAt(returned, 'AddtlInf')].filter(Boolean).join(' ').slice(0, 300),
  }
}

/** By the bank transaction code: that of ISO 20022, or the Finnish one (Finance Finland's codes 730 charges, 740 and 750 interest). */
function natureOf(code: XmlElement | undefined): RowNature {
  const sub = textAt(code, 'Domn', 'Fmly', 'SubFmlyCd')
  const own = textAt(code, 'Prtry', 'Cd').slice(0, 3)
  if (['CHRG', 'COMM', 'FEES', 'COME', 'CHKD'].includes(sub) || own === '730') return 'charge'
  if (['INTR', 'CDIS'].includes(sub) || own === '740' || own === '750') return 'interest'
  return ['RRTN', 'RPCR', 'RPBC', 'ARET'].includes(sub) ? 'return' : 'payment'
}

function signed(element: XmlElement): number {
  const amount = child(element, 'Amt')
  const direction = textAt(element, 'CdtDbtInd')
  if (!amount) throw new StatementError('missing', element.line, { what: `${element.name}/Amt` })
  if (direction !== 'CRDT' && direction !== 'DBIT') {
    throw new StatementError('missing', element.line, { what: `${element.name}/CdtDbtInd` })
  }
  return absolute(amount) * (direction === 'DBIT' ? -1 : 1)
}

/** The amount itself is never below zero: its direction is stated beside it. */
function absolute({ text, line }: XmlElement): number {
  const typed = text.trim()
  if (typed.startsWith('-')) throw new StatementError('negativeAmount', line, { found: typed.slice(0, 40) })
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(typed) ?? []
  const cents = centsOf(whole, decimals)
  if (cents === null) throw new StatementError('amount', line, { found: typed.slice(0, 40) })
  return cents
}

function currencyOf(stated: string, line: number): Currency {
  const found = currencies.find((one) => one === stated)
  if (!found) throw new StatementError('currency', line, { found: stated.slice(0, 10) || '–' })
  return found
}

function dayAt(element: XmlElement, name: string): string {
  const day = dayOf(textAt(element, name, 'Dt') || textAt(element, name, 'DtTm'), element.line)
  if (day === null) throw new StatementError('missing', element.line, { what: `${element.name}/${name}` })
  return day
}

function dayOf(text: string, line: number): string | null {
  if (text === '') return null
  const day = text.slice(0, 10)
  if (!isDay(day)) throw new StatementError('date', line, { found: text.slice(0, 40) })
  return day
}
