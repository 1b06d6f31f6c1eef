import type { Block, ReadableDocument } from '#app/documents/document.ts'
import { dueText } from '#app/features/contracts/due-dates/due-text.ts'
import type { DueDate } from '#app/features/contracts/due-dates/extensions.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { decimalText } from '#app/platform/money.ts'
import type { CsvCell } from '#app/platform/text/csv.ts'
import { addBalances, type StatementBalance } from './contract-statement.ts'
import type { ContractStatement, StatementRow } from './find-statement.server.ts'
import { momentText } from './period.ts'
import { periodText } from './period-text.server.ts'

const figures = ['heldCents', 'retainedCents', 'releasedCents', 'refundedCents', 'paidOutCents'] as const

/** The statement of a contract in a reader's language, on a page and as a PDF. */
export function readableStatement(statement: ContractStatement, reader: Reader): ReadableDocument {
  const { contract, period, opening, rows, closing, next } = statement
  const { format, locale } = reader
  const t = i18nFor(locale).getFixedT(null, 'statements')
  const tEscrow = i18nFor(locale).getFixedT(null, 'escrow')
  const amounts = (balance: StatementBalance) => figures.map((name) => format.money(balance[name], contract.currency))
  const columns = figures.map((name) => ({ header: t(`figure.${name}`), width: 3, numeric: true }))
  const line = (row: StatementRow) => [
    {
      text: tEscrow(`ledger.kinds.${row.kind}`),
      note: [format.dateTime(row.at), row.milestone && tEscrow('detail.milestoneTitle', row.milestone)]
        .filter(Boolean)
        .join('\n'),
    },
    format.money(row.amountCents, row.currency),
    ...amounts(row.balance),
  ]
  const blocks: Block[] = [
    {
      kind: 'facts',
      facts: [
        [t('client'), contract.clientName],
        [t('provider'), contract.providerName],
        [t('period'), periodText(period, reader)],
        [t('about'), t('aboutText')],
      ],
    },
    { kind: 'heading', text: t('milestones') },
    milestoneTable(statement, reader),
    { kind: 'heading', text: t('movements') },
    {
      kind: 'table',
      caption: t('movements'),
      columns: [{ header: t('movement'), width: 5 }, { header: t('amount'), width: 3, numeric: true }, ...columns],
      rows: [[t('opening'), '', ...amounts(opening)], ...rows.map(line)],
      footer: [t(next ? 'carried' : 'closing'), '', ...amounts(closing)],
    },
  ]
  return { kind: t('title'), number: contract.number, title: contract.title, mark: null, blocks }
}

/** What became of each milestone's money by the end of the period. */
function milestoneTable({ contract, milestones, ofContract }: ContractStatement, { format, locale }: Reader): Block {
  const t = i18nFor(locale).getFixedT(null, 'statements')
  const tEscrow = i18nFor(locale).getFixedT(null, 'escrow')
  const tContract = i18nFor(locale).getFixedT(null, 'contracts')
  const money = (cents: number) => format.money(cents, contract.currency)
  const dueNote = (dates: DueDate) => {
    const due = dueText(dates, tContract, format)
    return due && [`${tContract('detail.due')} ${due.date}`, due.reason].filter(Boolean).join('\n')
  }
  const shown = figures.slice(0, 4)
  const cells = (balance: StatementBalance) => shown.map((name) => money(balance[name]))
  const total = milestones.reduce((sum, { balance }) => addBalances(sum, balance), ofContract)
  const funded = milestones.reduce((sum, { fundedCents }) => sum + fundedCents, 0)
  const isEmpty = figures.every((name) => ofContract[name] === 0)
  return {
    kind: 'table',
    caption: t('milestones'),
    columns: [
      { header: t('milestone'), width: 5 },
      { header: t('funded'), width: 3, numeric: true },
      ...shown.map((name) => ({ header: t(`figure.${name}`), width: 3, numeric: true })),
    ],
    rows: [
      ...milestones.map(({ position, title, status, fundedCents, balance, ...dates }) => [
        {
          text: tEscrow('detail.milestoneTitle', { position, title }),
          note: [tEscrow(`status.${status}`), dueNote(dates)].filter(Boolean).join('\n'),
        },
        money(fundedCents),
        ...cells(balance),
      ]),
      ...(isEmpty ? [] : [[t('retention'), '', ...cells(ofContract)]]),
    ],
    footer: [t('total'), money(funded), ...cells(total)],
  }
}

/** The rows of a statement's page as CSV cells, amounts as plain decimals; with the header for the first page. */
export function statementRows(
  { contract, opening, rows }: ContractStatement,
  isFirst: boolean,
  { locale }: Reader,
): CsvCell[][] {
  const t = i18nFor(locale).getFixedT(null, 'statements')
  const tEscrow = i18nFor(locale).getFixedT(null, 'escrow')
  const amount = decimalText
  const amounts = (balance: StatementBalance) => figures.map((name) => amount(balance[name]))
  const head = [
    ...[t('time'), t('movement'), t('milestone'), t('amount'), t('currency')],
    ...figures.map((name) => t(`figure.${name}`)),
    t('posting'),
  ]
  const first = [null, t('opening'), null, null, contract.currency, ...amounts(opening), null]
  return [
    ...(isFirst ? [head, first] : []),
    ...rows.map((row): CsvCell[] => [
      momentText(row.at),
      tEscrow(`ledger.kinds.${row.kind}`),
      row.milestone && tEscrow('detail.milestoneTitle', row.milestone),
      amount(row.amountCents),
      row.currency,
      ...amounts(row.balance),
      row.id,
    ]),
  ]
}
