import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { FieldTable, RecordTable, UnratedTable } from '#app/features/vat-report/ui/vat-tables.tsx'
import { readVatChoice } from '#app/features/vat-report/vat-choice.server.ts'
import { countUninvoiced, loadVatReport } from '#app/features/vat-report/vat-report.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { vatBases } from '#db/vocabulary/finance.ts'

export const handle: PageHandle = { title: 'vatreport:title', description: 'vatreport:description', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const { choice, periods } = readVatChoice(ctx, request)
  const report = loadVatReport(ctx, choice)
  return { ...choice, periods, report, uninvoiced: countUninvoiced(ctx, choice.to), company: ctx.company.name }
}

export default function VatReportPage() {
  const { period, basis, from, to, periods, report, uninvoiced, company } = useLoaderData<typeof loader>()
  const { t } = useTranslation('vatreport')
  const format = useFormat()
  const groups = (['months', 'quarters', 'years'] as const).map((kind) => ({
    label: t(`period.${kind}`),
    options: periods[kind].map((value) => ({ value, label: value })),
  }))
  return (
    <div className="flex flex-col gap-6">
      <FinancialTabs current="vat" />
      <p className="hidden font-semibold print:block">{company}</p>
      <Form
        method="get"
        role="search"
        aria-label={t('choose')}
        key={period}
        className="flex flex-wrap items-end gap-3 print:hidden"
      >
        <Select name="period" label={t('period.title')} defaultValue={period} options={groups} />
        <SubmitButton variant="secondary">{t('show')}</SubmitButton>
        <ButtonLink to={`/financials/vat.csv?period=${period}`} reloadDocument icon={Download} variant="outline">
          {t('csv')}
        </ButtonLink>
      </Form>
      {report.others.length > 0 && <Alert tone="warning">{t('others', { count: report.others.length })}</Alert>}
      {uninvoiced > 0 && (
        <Alert tone="warning">
          <p>{t('uninvoiced', { count: uninvoiced })}</p>
          <TextLink to="/invoicing/open-items" block>
            {t('toInvoice')}
          </TextLink>
        </Alert>
      )}
      <PageSection
        title={t('heading', { period })}
        description={t('text', { from: format.date(from), to: format.date(to), basis: t(`basis.${basis}`) })}
      >
        <FieldTable sums={report.sums} />
      </PageSection>
      {report.others.length > 0 && (
        <PageSection title={t('unrated.title')} description={t('unrated.text')}>
          <UnratedTable records={report.others} />
        </PageSection>
      )}
      <PageSection title={t('records.title')} description={t('records.text')}>
        <RecordTable records={report.records} />
      </PageSection>
      <PostForm action="/financials/vat/basis" key={basis} className="flex flex-wrap items-end gap-3 print:hidden">
        <Select
          name="basis"
          id="basis"
          label={t('basis.title')}
          hint={t('basis.hint')}
          defaultValue={basis}
          options={vatBases.map((value) => ({ value, label: t(`basis.${value}`) }))}
        />
        <SubmitButton variant="outline">{t('basis.save')}</SubmitButton>
      </PostForm>
    </div>
  )
}
