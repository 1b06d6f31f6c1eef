import { useTranslation } from 'react-i18next'
import { Tabs } from '#app/ui/tabs.tsx'

const pages = {
  overview: '/financials',
  transactions: '/financials/transactions',
  receipts: '/financials/receipts',
  reports: '/financials/reports',
  budgets: '/financials/budgets',
  vat: '/financials/vat',
  chart: '/financials/categories',
  rules: '/financials/rules',
}
export type FinancialPage = keyof typeof pages

/** The pages of the company's own books. */
export function FinancialTabs({ current }: { current: FinancialPage }) {
  const { t } = useTranslation('finance')
  const tabs = (Object.keys(pages) as FinancialPage[]).map((page) => ({
    to: pages[page],
    label: t(`tabs.${page}`),
    current: page === current,
  }))
  return <Tabs label={t('tabs.label')} tabs={tabs} />
}
