import type { CompanyContext } from '#app/features/accounts/context.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { decimalText } from '#app/platform/money.ts'
import { kindOf } from './chart.ts'
import type { TransactionFilter } from './transaction-filter.ts'
import { loadTags } from './transaction-page.server.ts'
import { listTransactions, maxExported } from './transactions.server.ts'

/** An amount as text with a decimal point, and as cents. */
export type ExportedMoney = { cents: number; text: string }
export type ExportCell = string | null | ExportedMoney

const money = (cents: number): ExportedMoney => ({ cents, text: decimalText(cents) })

/** The first line of an export, by which the import knows it again; the last column is the id of the row (`tableOfOwnExport`). */
export function exportHeading(locale: Locale): string[] {
  const t = i18nFor(locale).getFixedT(locale, 'finance')
  return [
    ...[t('field.day'), t('field.accountId'), t('field.counterparty'), t('field.text'), t('field.reference')],
    ...[t('filter.state'), t('chart.kind'), t('field.category'), t('chart.name'), t('field.projectId')],
    ...[t('field.amount'), t('account.currency'), t('field.vat'), t('split.vatCents'), t('field.archiveId')],
  ]
}

/** The rows that a filter leaves as a table with a heading: one line for each part of a row, and one for a row without parts. */
export function exportRows(ctx: CompanyContext, filter: TransactionFilter, locale: Locale): ExportCell[][] {
  const t = i18nFor(locale).getFixedT(locale, 'finance')
  const { projects, own } = loadTags(ctx)
  const { rows } = listTransactions(ctx, { ...filter, after: null }, maxExported)
  const lines = rows.flatMap((row) => {
    const what = [row.day, row.accountName, row.counterparty, row.text, row.reference, t(`status.${row.status}`)]
    if (row.splits.length === 0) {
      const purpose = row.invoiceId || row.receivedInvoiceId ? t('list.ofInvoice') : null
      return [[...what, null, purpose, null, null, money(row.amountCents), row.currency, null, null, row.id]]
    }
    return row.splits.map((split) => [
      ...what,
      t(`kind.${kindOf(split.category)}`),
      t(`category.${split.category}`),
      own.find(({ id }) => id === split.ownCategoryId)?.name ?? null,
      projects.find(({ id }) => id === split.projectId)?.title ?? null,
      money(split.amountCents),
      row.currency,
      t(`vat.${split.vat}`),
      money(split.vatCents),
      row.id,
    ])
  })
  return [exportHeading(locale), ...lines]
}
