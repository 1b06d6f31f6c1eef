import { useTranslation } from 'react-i18next'
import { type BudgetRow, type BudgetSums, forecastOf, varianceOf } from '#app/features/budgets/budget.ts'
import { type ShownCategory, useChart } from '#app/features/finance/ui/use-chart.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'

const kinds = ['income', 'expense'] as const

/** Income and expenses, each in a table of its own: budget, what was paid, what is agreed, and how far it is off. */
export function BudgetTable({
  rows,
  sums,
  currency,
  own,
}: {
  rows: readonly BudgetRow[]
  sums: Record<(typeof kinds)[number], BudgetSums>
  currency: string
  own: readonly ShownCategory[]
}) {
  const { t } = useTranslation('budgets')
  const { t: tFinance } = useTranslation('finance')
  const { nameOf } = useChart(own)
  const amounts: [key: string, header: string, (row: BudgetRow) => number][] = [
    ['budget', t('budget'), ({ budgetCents }) => budgetCents],
    ['actual', t('actual'), ({ actualCents }) => actualCents],
    ['committed', t('committed'), ({ committedCents }) => committedCents],
    ['forecast', t('forecast'), forecastOf],
    ['variance', t('variance'), varianceOf],
  ]
  const columns = amounts.map(
    ([key, header, centsOf]): Column<BudgetRow> => ({
      ...{ key, header, numeric: true },
      cell: (row) => <Money cents={centsOf(row)} currency={currency} />,
    }),
  )
  return kinds
    .filter((kind) => rows.some((row) => row.kind === kind))
    .map((kind) => (
      <DataTable
        key={kind}
        caption={tFinance(`kind.${kind}`)}
        captionHidden={false}
        rows={rows.filter((row) => row.kind === kind)}
        rowKey={({ category, ownCategoryId }) => `${category} ${ownCategoryId}`}
        columns={[{ key: 'category', header: tFinance('field.category'), primary: true, cell: nameOf }, ...columns]}
        footer={[
          t('total'),
          ...[sums[kind].budgetCents, sums[kind].actualCents, sums[kind].committedCents].map((cents, index) => (
            <Money key={columns[index]?.key} cents={cents} currency={currency} />
          )),
          <Money key="forecast" cents={forecastOf(sums[kind])} currency={currency} />,
          <Money key="variance" cents={varianceOf({ kind, ...sums[kind] })} currency={currency} />,
        ]}
      />
    ))
}
