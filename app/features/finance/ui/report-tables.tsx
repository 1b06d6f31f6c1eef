import { useTranslation } from 'react-i18next'
import type { CashMonth } from '#app/features/finance/cash-flow.server.ts'
import {
  type CategorySum,
  type MonthResult,
  type ProjectResult,
  type Result,
  resultOf,
} from '#app/features/finance/report.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

/** Columns of income, expenses and the result. */
function useResultColumns<Row extends Result>(currency: string): Column<Row>[] {
  const { t } = useTranslation('financereports')
  const amount = (key: string, header: string, centsOf: (row: Row) => number): Column<Row> => ({
    ...{ key, header, numeric: true },
    cell: (row) => <Money cents={centsOf(row)} currency={currency} />,
  })
  return [
    amount('income', t('income'), ({ incomeCents }) => incomeCents),
    amount('expense', t('expense'), ({ expenseCents }) => expenseCents),
    amount('result', t('result.result'), resultOf),
  ]
}

export function MonthTable({
  rows,
  total,
  currency,
}: {
  rows: readonly MonthResult[]
  total: Result
  currency: string
}) {
  const { t } = useTranslation('financereports')
  const columns = useResultColumns<MonthResult>(currency)
  const sums = [total.incomeCents, total.expenseCents, resultOf(total)]
  return (
    <DataTable
      caption={t('result.chart')}
      rows={rows}
      rowKey={({ month }) => month}
      columns={[{ key: 'month', header: t('month'), primary: true, cell: ({ month }) => month }, ...columns]}
      footer={[
        t('total'),
        ...sums.map((cents, index) => <Money key={columns[index]?.key} cents={cents} currency={currency} />),
      ]}
    />
  )
}

export function CategoryTable({
  rows,
  currency,
  tags,
}: {
  rows: readonly CategorySum[]
  currency: string
  tags: Tags
}) {
  const { t } = useTranslation('financereports')
  const { t: tFinance } = useTranslation('finance')
  const { nameOf } = useChart(tags.own)
  return (
    <DataTable
      caption={t('categories.title')}
      rows={rows}
      rowKey={({ category, ownCategoryId }) => `${category} ${ownCategoryId}`}
      empty={<p className="text-sm text-muted-foreground">{t('none')}</p>}
      columns={[
        { key: 'category', header: tFinance('field.category'), primary: true, cell: nameOf },
        { key: 'kind', header: tFinance('chart.kind'), cell: ({ kind }) => tFinance(`kind.${kind}`) },
        {
          key: 'amount',
          header: tFinance('field.amount'),
          numeric: true,
          cell: ({ cents }) => <Money cents={cents} currency={currency} />,
        },
      ]}
    />
  )
}

export function ProjectTable({
  rows,
  currency,
  tags,
}: {
  rows: readonly ProjectResult[]
  currency: string
  tags: Tags
}) {
  const { t } = useTranslation('financereports')
  const { t: tFinance } = useTranslation('finance')
  const columns = useResultColumns<ProjectResult>(currency)
  const titleOf = (id: string | null) =>
    id
      ? (tags.projects.find((project) => project.id === id)?.title ?? t('projects.closed'))
      : tFinance('field.noProject')
  return (
    <DataTable
      caption={t('projects.title')}
      rows={rows}
      rowKey={({ projectId }) => projectId ?? ''}
      empty={<p className="text-sm text-muted-foreground">{t('none')}</p>}
      columns={[
        {
          key: 'project',
          header: tFinance('field.projectId'),
          primary: true,
          cell: ({ projectId }) => titleOf(projectId),
        },
        ...columns,
      ]}
    />
  )
}

export function CashTable({ rows, currency }: { rows: readonly CashMonth[]; currency: string }) {
  const { t } = useTranslation('financereports')
  const { t: tFinance } = useTranslation('finance')
  const amount = (key: string, header: string, centsOf: (row: CashMonth) => number): Column<CashMonth> => ({
    ...{ key, header, numeric: true },
    cell: (row) => <Money cents={centsOf(row)} currency={currency} />,
  })
  return (
    <DataTable
      caption={t('cash.chart')}
      rows={rows}
      rowKey={({ month }) => month}
      columns={[
        { key: 'month', header: t('month'), primary: true, cell: ({ month }) => month },
        amount('in', tFinance('sum.in'), ({ inCents }) => inCents),
        amount('out', tFinance('sum.out'), ({ outCents }) => outCents),
        amount('closing', t('cash.closing'), ({ closingCents }) => closingCents),
      ]}
    />
  )
}
