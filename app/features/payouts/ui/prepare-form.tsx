import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Payable } from '#app/features/payouts/payable.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

type Props = { payable: Payable[]; submissionId: string; lastResult?: SubmissionResult<string[]> }

/** Balances to choose for a run. Free balances, and companies whose last payment came back, are not chosen beforehand. */
export function PrepareForm({ payable, submissionId, lastResult }: Props) {
  const { t } = useTranslation('payouts')
  const format = useFormat()
  const options = payable.filter(({ obstacle }) => obstacle === null)
  const [form, fields] = useForm<{ accountIds: string[] }>({
    id: 'prepare',
    lastResult,
    defaultValue: {
      accountIds: options
        .filter(({ source, cameBack }) => source === 'provider_payable' && !cameBack)
        .map(({ id }) => id),
    },
  })
  if (options.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title={t('prepare.emptyTitle')}>
        {t('prepare.empty')}
      </EmptyState>
    )
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex max-w-form flex-col gap-4">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ accountIds: t('prepare.which') }} />
      <FormCard
        title={t('prepare.title')}
        description={t('prepare.text')}
        actions={<SubmitButton>{t('prepare.submit')}</SubmitButton>}
      >
        <CheckboxGroup
          field={fields.accountIds}
          label={t('prepare.which')}
          options={options.map(({ id, name, cents, currency, source, iban, cameBack }) => ({
            value: id,
            label: (
              <span>
                {name}: <strong>{format.money(cents, currency)}</strong>
              </span>
            ),
            hint: [
              t('prepare.to', { source: t(`source.${source}`), ending: iban?.slice(-4) ?? '' }),
              ...(cameBack ? [t('prepare.cameBack')] : []),
            ].join('. '),
          }))}
        />
      </FormCard>
    </Form>
  )
}

/** Balances that cannot be paid out now, with the reason. */
export function NotPayable({ payable }: { payable: Payable[] }) {
  const { t } = useTranslation('payouts')
  const rows = payable.filter(({ obstacle }) => obstacle !== null)
  if (rows.length === 0) return null
  return (
    <PageSection title={t('obstacles')}>
      <DataTable
        caption={t('obstacles')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { key: 'company', header: t('field.company'), primary: true, cell: (row) => row.name },
          { key: 'source', header: t('field.source'), cell: (row) => t(`source.${row.source}`) },
          { key: 'why', header: t('field.obstacle'), cell: (row) => row.obstacle && t(`obstacle.${row.obstacle}`) },
          {
            key: 'amount',
            header: t('field.amount'),
            numeric: true,
            cell: (row) => <Money cents={row.cents} currency={row.currency} />,
          },
        ]}
      />
    </PageSection>
  )
}
