import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { decimalText } from '#app/platform/money.ts'
import type { CsvCell } from '#app/platform/text/csv.ts'
import type { Reconciliation } from './reconciliation.ts'

/** The comparison of a day as the rows of a table, which says what the page says. */
export function reconciliationRows(all: readonly Reconciliation[], { locale, format }: Reader): CsvCell[][] {
  const { t } = i18nFor(locale)
  const head = [
    ...[t('reconciliation:side'), t('reconciliation:field.what'), t('reconciliation:field.day')],
    ...[t('reconciliation:field.cause'), t('reconciliation:field.amount'), 'ISO 4217'],
  ]
  const rows = all.flatMap((of): CsvCell[][] => {
    const { currency, statement, bankCents, owed, owedCents, differences, leftOut } = of
    const row = (side: string, what: string, cents: number, day = '', cause = ''): CsvCell[] => [
      ...[side, what, day, cause, decimalText(cents)],
      currency,
    ]
    const [bank, book] = [t('reconciliation:bank.title'), t('reconciliation:book.title')]
    const causes = t('reconciliation:differences.title')
    return [
      ...(statement
        ? [
            row(
              bank,
              t('reconciliation:bank.statement', { number: statement.number || '–', day: format.date(statement.on) }),
              statement.closingCents,
              statement.on,
            ),
            row(bank, t('reconciliation:bank.later'), of.laterCents),
          ]
        : [row(bank, t('reconciliation:bank.recorded'), bankCents)]),
      row(bank, t('reconciliation:bank.sum'), bankCents),
      ...owed.map(({ kind, cents }) => row(book, t(`reconciliation:owed.${kind}`), cents)),
      row(book, t('reconciliation:book.sum'), owedCents),
      row('', t('reconciliation:difference'), bankCents - owedCents),
      ...differences.map(({ name, cents, day, cause }) =>
        row(causes, name || '–', cents, day, t(`reconciliation:cause.${cause}`)),
      ),
      ...(leftOut > 0 ? [[causes, t('reconciliation:differences.leftOut', { rows: leftOut })]] : []),
      row('', t('reconciliation:unexplained'), of.unexplainedCents),
      ...of.breaks.map(({ number, kind, cents, from }) =>
        row(t('reconciliation:breaks.title'), number || '–', cents, from, t(`reconciliation:breaks.kind.${kind}`)),
      ),
    ]
  })
  return [head, ...rows]
}
