import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { addReferenceRate } from '#app/features/reminders/add-reference-rate.server.ts'
import { listAddedRates } from '#app/features/reminders/added-rates.server.ts'
import { addableHalves, announcedRates } from '#app/features/reminders/reference-rates.ts'
import { rateSchema } from '#app/features/reminders/schemas.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'reminders:rates.title', description: 'reminders:rates.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'invoices.read')
  const [added, today, mayAdd] = [listAddedRates(ctx.db), invoiceDay(ctx.now), can(ctx, 'rates.add')]
  return {
    rates: [
      ...added.map(({ addedBy, ...rate }) => ({ ...rate, addedBy: mayAdd ? addedBy : null })),
      ...announcedRates().map((rate) => ({ ...rate, id: rate.half, source: null, addedAt: null, addedBy: null })),
    ],
    missing: addableHalves(today).filter((half) => !added.some((rate) => rate.half === half)),
    halves: mayAdd ? addableHalves(today) : [],
    submissionId: newSubmissionId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  return handleForm(request, rateSchema(await localeContextOf(request, ctx.actor)), (input) => {
    addReferenceRate(ctx, input)
    const text = { key: 'reminders:rates.added' }
    return redirectWithFlash(request, '/invoicing/reference-rates', { tone: 'success', text })
  })
}

export default function ReferenceRates() {
  const { rates, missing, halves, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('reminders')
  const format = useFormat()
  const defaultValue = { half: missing[0] ?? '', rate: '', source: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'rate', lastResult, defaultValue })
  const labels = { half: t('rates.half'), rate: t('rates.rate'), source: t('rates.source') }
  const nameOf = (half: string) => t(half.endsWith('1') ? 'rates.first' : 'rates.second', { year: half.slice(0, 4) })
  return (
    <div className="flex max-w-reading flex-col gap-6">
      {missing.length > 0 && (
        <Alert tone="warning" title={t('rates.missing', { halves: format.list(missing.map(nameOf)) })}>
          <p>{t('rates.missingText')}</p>
        </Alert>
      )}
      {halves.length > 0 && (
        <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
          <input type="hidden" name="submissionId" value={submissionId} />
          <ErrorSummary form={form} labels={labels} />
          <FormCard
            title={t('rates.add')}
            description={t('rates.addText')}
            actions={<SubmitButton>{t('rates.submit')}</SubmitButton>}
          >
            <FieldRow>
              <Select
                field={fields.half}
                label={labels.half}
                options={halves.map((value) => ({ value, label: nameOf(value) }))}
              />
              <Field field={fields.rate} label={labels.rate} inputMode="decimal" maxLength={10} suffix="%" required />
            </FieldRow>
            <Field field={fields.source} label={labels.source} hint={t('rates.sourceHint')} maxLength={300} required />
          </FormCard>
        </Form>
      )}
      <DataTable
        caption={t('rates.title')}
        rows={rates}
        rowKey={({ id }) => id}
        columns={[
          { key: 'half', header: labels.half, primary: true, cell: ({ half }) => nameOf(half) },
          { key: 'rate', header: labels.rate, numeric: true, cell: ({ rateBp }) => format.percent(rateBp) },
          {
            key: 'business',
            header: t('rates.business'),
            numeric: true,
            cell: ({ rateBp }) => format.percent(rateBp + 800),
          },
          {
            key: 'source',
            header: labels.source,
            cell: ({ source }) => <span className="wrap-anywhere">{source ?? t('rates.ownSource')}</span>,
          },
          {
            key: 'added',
            header: t('rates.addedOn'),
            cell: ({ addedAt, addedBy }) =>
              addedAt === null ? null : [format.date(addedAt), addedBy].filter(Boolean).join(' · '),
          },
        ]}
      />
    </div>
  )
}
