import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { invalid } from '#app/platform/errors.ts'
import { decimalText } from '#app/platform/money.ts'
import { columns, list, nullable, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import { sql } from '#db/sql.server.ts'
import { kindOf } from './chart.ts'
import type { TransactionFilter } from './transaction-filter.ts'
import { loadTags } from './transaction-page.server.ts'
import { listTransactions, maxExported } from './transactions.server.ts'

/** An amount as text with a decimal point, and as cents. */
export type ExportedMoney = { cents: number; text: string }
/** `day` is YYYY-MM-DD. */
export type ExportCell = string | null | ExportedMoney | { day: string }

const money = (cents: number): ExportedMoney => ({ cents, text: decimalText(cents) })

/** The first line of an export, by which the import knows it again; the last column is the id of the row (`tableOfOwnExport`). */
export function exportHeading(locale: Locale): string[] {
  const t = i18nFor(locale).getFixedT(locale, 'finance')
  return [
    ...[t('field.day'), t('field.accountId'), t('field.counterparty'), t('field.text'), t('field.reference')],
    ...[t('filter.state'), t('chart.kind'), t('field.category'), t('chart.name'), t('field.projectId')],
    ...[t('field.amount'), t('account.currency'), t('field.vat'), t('split.vatCents')],
    ...[t('field.invoice'), t('field.archiveId'), t('field.rowId')],
  ]
}

/** What rows pay, by the number of the invoice or of a supplier's invoices, and what the bank calls them. */
const origins = sql(
  {
    params: { company: companies.id, invoicing: companies.id, ids: list(financialTransactions.id) },
    row: { ...columns(financialTransactions, 'id', 'importKey'), invoice: nullable(text) },
  },
  `SELECT t.id, t.import_key AS importKey, coalesce(
     (SELECT i.number FROM invoices i WHERE i.id = t.invoice_id AND :invoicing IN (i.company_id, i.buyer_company_id)),
     (SELECT group_concat(r.number, ', ') FROM received_invoice_payments p JOIN received_invoices r ON r.id = p.received_invoice_id
      WHERE p.transaction_id = t.id AND r.company_id = :invoicing)) AS invoice
   FROM json_each(:ids) asked CROSS JOIN financial_transactions t ON t.id = asked.value WHERE t.company_id = :company`,
)

function originsOf(ctx: CompanyContext, ids: readonly string[]) {
  const [company, invoicing] = [companyInScope(ctx, 'financials.read'), companyInScope(ctx, 'invoices.read')]
  const byId = new Map(origins.all(ctx.db, { company, invoicing, ids: [...ids] }).map((found) => [found.id, found]))
  return (id: string): ExportCell[] => {
    const { invoice = null, importKey = null } = byId.get(id) ?? {}
    // Of a row that the bank gave no id, the key is a hash of what it says.
    return [invoice, importKey?.startsWith('id:') ? importKey.slice(3) : null, id]
  }
}

/**
 * The rows that a filter leaves as a table with a heading: one line for each part of a row, and one for a row without parts.
 * @throws AppError invalid for more rows than an export holds, of which the rest would be missed
 */
export function exportRows(
  ctx: CompanyContext,
  filter: TransactionFilter,
  locale: Locale,
  most = maxExported,
): ExportCell[][] {
  const t = i18nFor(locale).getFixedT(locale, 'finance')
  const { projects, own } = loadTags(ctx)
  const { rows, next } = listTransactions(ctx, { ...filter, after: null }, most)
  if (next) throw invalid('finance:refused.exportTooMany')
  const originOf = originsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const lines = rows.flatMap((row): ExportCell[][] => {
    const day = { day: row.day }
    const what = [day, row.accountName, row.counterparty, row.text, row.reference, t(`status.${row.status}`)]
    if (row.splits.length === 0) {
      const purpose = row.invoiceId || row.receivedInvoiceId ? t('list.ofInvoice') : null
      return [
        [...what, null, purpose, null, null, money(row.amountCents), row.currency, null, null, ...originOf(row.id)],
      ]
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
      ...originOf(row.id),
    ])
  })
  return [exportHeading(locale), ...lines]
}
