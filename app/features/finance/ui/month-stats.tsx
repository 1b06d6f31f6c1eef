import { useTranslation } from 'react-i18next'
import { type Result, resultOf } from '#app/features/finance/report.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

type Month = { from: string; to: string; sums: readonly (Result & { currency: string })[] }

/** What this month has brought and cost, without VAT, each currency by itself. */
export function MonthStats({ month }: { month: Month }) {
  const { t } = useTranslation('finance')
  const format = useFormat()
  const { from, to, sums } = month
  return (
    <PageSection
      title={t('month.title')}
      description={t('month.text', { from: format.date(from), to: format.date(to) })}
    >
      {sums.length === 0 && <p className="text-sm text-muted-foreground">{t('month.nothing')}</p>}
      {sums.map(({ currency, ...result }) => (
        <StatGrid key={currency} count={3}>
          <Stat
            label={t('kind.income')}
            value={<Money cents={result.incomeCents} currency={currency} />}
            to="/financials/reports"
          />
          <Stat label={t('kind.expense')} value={<Money cents={result.expenseCents} currency={currency} />} />
          <Stat label={t('month.result')} value={<Money cents={resultOf(result)} currency={currency} />} />
        </StatGrid>
      ))}
    </PageSection>
  )
}
