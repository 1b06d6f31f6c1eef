import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { Money } from '#app/ui/money.tsx'
import type { RestOffer } from './own-prices.server.ts'

/** What a bidder accepts of a terminated contract, line by line at the prices that it had bid, and the button that does so. */
export function AcceptRestForm({
  project: { id, title, version, currency, companyName },
  rest,
  submissionId,
  lastResult,
}: {
  project: { id: string; title: string; version: number; currency: string; companyName: string }
  rest: RestOffer
  submissionId: string
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('restoffer')
  const format = useFormat()
  const [form, fields] = useForm<{ holdsPrices: string }>({ id: 'accept-rest', lastResult })
  const holds = t('holds', { date: rest.lapsedOn ? format.date(rest.lapsedOn) : '' })
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('projects'), to: '/projects?view=open' },
          { label: title, to: `/projects/${id}` },
          { label: t('title') },
        ]}
      />
      <Alert title={t('about', { title: rest.title })}>{t('text', { client: companyName })}</Alert>
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="expectedProjectVersion" value={version} />
        <ErrorSummary form={form} labels={{ holdsPrices: holds }} />
        <DataTable
          caption={t('lines')}
          rows={rest.lines}
          rowKey={(line) => line.id}
          columns={[
            {
              key: 'line',
              header: t('line'),
              primary: true,
              cell: ({ description, isOption }) => (isOption ? t('option', { line: description }) : description),
            },
            {
              key: 'left',
              header: t('left'),
              numeric: true,
              cell: ({ quantityMilli, unit }) => `${format.number(quantityMilli / 1000)} ${unit}`,
            },
            {
              key: 'price',
              header: t('unitPrice'),
              numeric: true,
              cell: ({ unitPriceE4 }) => (unitPriceE4 === null ? '–' : format.unitPrice(unitPriceE4, currency)),
            },
            {
              key: 'net',
              header: t('net'),
              numeric: true,
              cell: ({ netCents }) => (netCents === null ? '–' : <Money cents={netCents} currency={currency} />),
            },
          ]}
          footer={[t('total'), '', '', <Money key="total" cents={rest.netCents} currency={currency} />]}
        />
        <FormCard
          title={t('accept.title')}
          actions={
            <>
              <SubmitButton icon={Check}>{t('accept.submit')}</SubmitButton>
              <ButtonLink to={`/bids/new?project=${id}`} variant="outline">
                {t('accept.anew')}
              </ButtonLink>
            </>
          }
        >
          <p className="max-w-prose text-sm">{t('accept.text')}</p>
          {rest.lapsedOn !== null && <Checkbox field={fields.holdsPrices} label={holds} required />}
        </FormCard>
      </Form>
    </div>
  )
}
