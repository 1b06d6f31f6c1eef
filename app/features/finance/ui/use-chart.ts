import { useTranslation } from 'react-i18next'
import { type ChartPlace, chartValue } from '#app/features/finance/chart.ts'
import type { SelectGroup } from '#app/ui/forms/select.tsx'
import { type FinancialKind, financialChart } from '#db/vocabulary/finance.ts'

export type ShownCategory = {
  id: string
  category: (typeof financialChart)[FinancialKind][number]
  name: string
  archivedAt: number | null
}

const kinds = Object.keys(financialChart) as FinancialKind[]

/** The chart with the company's own categories in it: as options of a select, and by name. */
export function useChart(own: readonly ShownCategory[]) {
  const { t } = useTranslation('finance')
  const nameOf = ({ category, ownCategoryId }: ChartPlace): string => {
    const part = own.find(({ id }) => id === ownCategoryId)
    return part ? t('chart.part', { category: t(`category.${category}`), name: part.name }) : t(`category.${category}`)
  }
  const options: SelectGroup[] = kinds.map((kind) => ({
    label: t(`kind.${kind}`),
    options: financialChart[kind].flatMap((category) => [
      { value: category, label: t(`category.${category}`) },
      ...own
        .filter((one) => one.category === category && one.archivedAt === null)
        .map(({ id }) => ({
          value: chartValue({ category, ownCategoryId: id }),
          label: nameOf({ category, ownCategoryId: id }),
        })),
    ]),
  }))
  /** Of expenses alone, for what a supplier invoices. */
  const expenses = options.filter((_, index) => kinds[index] === 'expense')
  return { options, expenses, nameOf }
}
