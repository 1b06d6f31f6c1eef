import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { barCharts } from '#app/features/finance/bar-chart.server.ts'
import { listCashMonths } from '#app/features/finance/cash-flow.server.ts'
import { listEntries } from '#app/features/finance/entries.server.ts'
import { begunBy, currenciesOf, monthsOf, summarise } from '#app/features/finance/report.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { BarChart } from '#app/features/finance/ui/bar-chart.tsx'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { CashTable, CategoryTable, MonthTable, ProjectTable } from '#app/features/finance/ui/report-tables.tsx'
import { businessDay } from '#app/platform/business-day.ts'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { currencies } from '#db/vocabulary/currencies.ts'

export const handle: PageHandle = {
  title: 'financereports:title',
  description: 'financereports:description',
  versioned: true,
}

const shownYears = 6

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const { searchParams } = new URL(request.url)
  const today = businessDay(ctx.now)
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: shownYears }, (_, index) => thisYear - index)
  const year = years.find((one) => String(one) === searchParams.get('year')) ?? thisYear
  const entries = listEntries(ctx, `${year}-01-01`, `${year}-12-31`)
  const asked = currencies.find((one) => one === searchParams.get('currency'))
  const currency = asked ?? currenciesOf(entries)[0] ?? 'EUR'
  const months = monthsOf(year)
  const result = summarise(entries, currency, months)
  const cash = listCashMonths(ctx, currency, months)
  return {
    years,
    year,
    currency,
    result,
    cash,
    resultCharts: barCharts(
      begunBy(result.byMonth, today).map((of) => ({
        label: of.month,
        inCents: of.incomeCents,
        outCents: of.expenseCents,
      })),
    ),
    cashCharts: barCharts(
      begunBy(cash, today).map(({ month, inCents, outCents }) => ({ label: month, inCents, outCents })),
    ),
    tags: loadTags(ctx),
    company: ctx.company.name,
  }
}

export default function Reports() {
  const { years, year, currency, result, cash, resultCharts, cashCharts, tags, company } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('financereports')
  const { t: tFinance } = useTranslation('finance')
  const of = { year: String(year), currency }
  return (
    <div className="flex flex-col gap-8">
      <FinancialTabs current="reports" />
      <p className="hidden font-semibold print:block">{company}</p>
      <Form
        method="get"
        role="search"
        aria-label={t('choose')}
        key={`${year} ${currency}`}
        className="flex flex-wrap items-end gap-3 print:hidden"
      >
        <Select
          name="year"
          label={t('year')}
          defaultValue={String(year)}
          options={years.map((one) => ({ value: String(one), label: String(one) }))}
        />
        <Select
          name="currency"
          label={tFinance('account.currency')}
          defaultValue={currency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
        <SubmitButton variant="secondary">{t('show')}</SubmitButton>
      </Form>
      <PageSection title={t('result.title', of)} description={t('result.text')}>
        <BarChart
          charts={resultCharts}
          currency={currency}
          names={{ title: t('result.chart'), in: t('income'), out: t('expense'), difference: t('result.result') }}
        />
        <MonthTable rows={result.byMonth} total={result.total} currency={currency} />
      </PageSection>
      <PageSection title={t('categories.title')}>
        <CategoryTable rows={result.categories} currency={currency} tags={tags} />
      </PageSection>
      <PageSection title={t('projects.title')} description={t('projects.text')}>
        <ProjectTable rows={result.byProject} currency={currency} tags={tags} />
      </PageSection>
      <PageSection title={t('cash.title', of)} description={t('cash.text')}>
        <BarChart
          charts={cashCharts}
          currency={currency}
          names={{
            title: t('cash.chart'),
            in: tFinance('sum.in'),
            out: tFinance('sum.out'),
            difference: tFinance('sum.net'),
          }}
        />
        <CashTable rows={cash} currency={currency} />
      </PageSection>
    </div>
  )
}
