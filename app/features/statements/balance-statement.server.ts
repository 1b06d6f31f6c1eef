import type { Block, ReadableDocument } from '#app/documents/document.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { decimalText } from '#app/platform/money.ts'
import type { CsvCell } from '#app/platform/text/csv.ts'
import { columns, integer, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { statementPage } from './find-statement.server.ts'
import { momentsOf, momentText, type Period } from './period.ts'
import { periodText } from './period-text.server.ts'

const account = oneOf(['client_funds', 'provider_payable'], ledgerAccounts.kind)
const own = `FROM ledger_accounts a CROSS JOIN ledger_entries e ON e.account_id = a.id CROSS JOIN ledger_postings p ON p.id = e.posting_id
  WHERE a.kind IN ('client_funds', 'provider_payable') AND a.owner_id = :company`

const before = sql(
  {
    params: { company: companies.id, start: integer, end: integer, upTo: text },
    row: { ...columns(ledgerAccounts, 'currency'), account, cents: integer },
  },
  `SELECT a.currency, a.kind AS account, -sum(e.amount_cents) AS cents ${own}
   AND (p.at < :start OR (p.at < :end AND e.id <= :upTo)) GROUP BY a.currency, a.kind`,
)

const moves = sql(
  {
    params: { company: companies.id, start: integer, end: integer, after: text, limit: integer },
    row: {
      ...columns(ledgerEntries, 'id'),
      ...columns(ledgerPostings, 'kind', 'at', 'currency'),
      account,
      number: nullable(contracts.number),
      title: nullable(milestones.title),
      position: nullable(milestones.position),
      cents: integer,
    },
  },
  `SELECT e.id, p.kind, p.at, p.currency, a.kind AS account, c.number, m.title, m.position, -e.amount_cents AS cents
   ${own.replace(' WHERE', ' LEFT JOIN contracts c ON c.id = p.contract_id LEFT JOIN contract_milestones m ON m.id = p.milestone_id\n  WHERE')}
   AND p.at >= :start AND p.at < :end AND e.id > :after ORDER BY e.id LIMIT :limit`,
)

/** What a company may use and what it waits to be paid, in cents. */
type OwnBalance = { client_funds: number; provider_payable: number }
type Move = RowOf<typeof moves> & { balance: OwnBalance }
export type BalanceStatement = {
  company: string
  period: Period
  sections: { currency: Currency; opening: OwnBalance; moves: Move[]; closing: OwnBalance }[]
  /** The key after which the next page begins; null on the last one. */
  next: string | null
}

/** `limit` movements of the company's own balances after a key, by currency. */
export function getBalanceStatement(
  ctx: CompanyContext,
  period: Period,
  after = '',
  limit = statementPage,
): BalanceStatement {
  const of = { company: companyInScope(ctx, 'escrow.read') ?? '', ...momentsOf(period) }
  const found = moves.all(ctx.db, { ...of, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const openings = new Map<Currency, OwnBalance>()
  for (const { currency } of shown) openings.set(currency, { client_funds: 0, provider_payable: 0 })
  for (const { currency, account: kind, cents } of before.all(ctx.db, { ...of, upTo: after })) {
    const balance = openings.get(currency) ?? { client_funds: 0, provider_payable: 0 }
    openings.set(currency, { ...balance, [kind]: cents })
  }
  const sections = [...openings]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, opening]) => {
      let balance = opening
      const rows = shown
        .filter((move) => move.currency === currency)
        .map((move) => {
          balance = { ...balance, [move.account]: balance[move.account] + move.cents }
          return { ...move, balance }
        })
      return { currency, opening, moves: rows, closing: balance }
    })
  return {
    company: ctx.company.name,
    period,
    sections,
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

const accounts = ['client_funds', 'provider_payable'] as const

/** The statement in a reader's language, on a page and as a PDF. */
export function readableBalances(
  { company, period, sections, next }: BalanceStatement,
  reader: Reader,
): ReadableDocument {
  const { locale, format } = reader
  const t = i18nFor(locale).getFixedT(null, 'statements')
  const tEscrow = i18nFor(locale).getFixedT(null, 'escrow')
  const tables = sections.flatMap(({ currency, opening, moves: rows, closing }): Block[] => {
    const amounts = (balance: OwnBalance) => accounts.map((kind) => format.money(balance[kind], currency))
    return [
      { kind: 'heading', text: t('in', { currency }) },
      {
        kind: 'table',
        caption: t('in', { currency }),
        columns: [
          { header: t('movement'), width: 6 },
          { header: t('amount'), width: 3, numeric: true },
          ...accounts.map((kind) => ({ header: t(`own.${kind}`), width: 3, numeric: true })),
        ],
        rows: [
          [t('opening'), '', ...amounts(opening)],
          ...rows.map((move) => [
            {
              text: tEscrow(`ledger.kinds.${move.kind}`),
              note: [format.dateTime(move.at), subjectOf(move, reader)].filter(Boolean).join('\n'),
            },
            format.money(move.cents, currency),
            ...amounts(move.balance),
          ]),
        ],
        footer: [t(next ? 'carried' : 'closing'), '', ...amounts(closing)],
      },
    ]
  })
  return {
    kind: t('balances.title'),
    number: '',
    title: company,
    mark: null,
    blocks: [
      {
        kind: 'facts',
        facts: [
          [t('period'), periodText(period, reader)],
          [t('about'), t('balances.aboutText')],
        ],
      },
      ...tables,
      ...(tables.length === 0 ? [{ kind: 'text', text: t('nothing') } as const] : []),
    ],
  }
}

function subjectOf({ number, title, position }: Move, { locale }: Reader): string | null {
  const tEscrow = i18nFor(locale).getFixedT(null, 'escrow')
  return [number, title !== null && position !== null && tEscrow('detail.milestoneTitle', { title, position })]
    .filter(Boolean)
    .join(', ')
}

/** The rows of a page as CSV cells, amounts as plain decimals; with the header for the first page. */
export function balanceRows({ sections }: BalanceStatement, isFirst: boolean, reader: Reader): CsvCell[][] {
  const t = i18nFor(reader.locale).getFixedT(null, 'statements')
  const tEscrow = i18nFor(reader.locale).getFixedT(null, 'escrow')
  const amount = decimalText
  const head = [
    ...[t('time'), t('movement'), t('for'), t('currency'), t('balance'), t('amount')],
    ...accounts.map((kind) => t(`own.${kind}`)),
    t('posting'),
  ]
  return [
    ...(isFirst ? [head] : []),
    ...sections.flatMap(({ currency, opening, moves: rows }): CsvCell[][] => [
      ...(isFirst
        ? [[null, t('opening'), null, currency, null, null, ...accounts.map((kind) => amount(opening[kind])), null]]
        : []),
      ...rows.map((move): CsvCell[] => [
        momentText(move.at),
        tEscrow(`ledger.kinds.${move.kind}`),
        subjectOf(move, reader),
        currency,
        t(`own.${move.account}`),
        amount(move.cents),
        ...accounts.map((kind) => amount(move.balance[kind])),
        move.id,
      ]),
    ]),
  ]
}
