import { useTranslation } from 'react-i18next'
import type { Split } from '#app/features/finance/splits.ts'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

type Part = Pick<Split, 'category' | 'ownCategoryId' | 'projectId'>

/** What a row is for in short: its category and project, or how many parts it has. */
export function usePurpose(tags: Tags) {
  const { t } = useTranslation('finance')
  const { nameOf } = useChart(tags.own)
  return ([first, ...others]: readonly Part[]): string => {
    if (!first) return t('list.open')
    if (others.length > 0) return t('list.split', { count: others.length + 1 })
    const project = tags.projects.find(({ id }) => id === first.projectId)?.title
    return [nameOf(first), project].filter(Boolean).join(' · ')
  }
}

/** What a form sends for a suggestion: the row and the rule as they are shown, so that neither is used once it has changed. */
export const pickValue = (row: { id: string; updatedAt: number }, rule: { id: string; updatedAt: number }): string =>
  `${row.id}.${row.updatedAt}.${rule.id}.${rule.updatedAt}`
