import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ShownCategory, useChart } from '#app/features/finance/ui/use-chart.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type PartValues = { category: string; projectId: string; amount: string }
type Values = { dueDate: string; deductsVat: string; note: string; parts: PartValues[] }
export const blankPart: PartValues = { category: '', projectId: '', amount: '' }

/** What an invoice is for, when it is due, and whether its VAT is deducted. */
export function CheckForm({
  invoice,
  values,
  tags,
  lastResult,
}: {
  invoice: { id: string; currency: string; netCents: number; updatedAt: number }
  values: Values
  tags: { projects: readonly { id: string; title: string }[]; own: readonly ShownCategory[] }
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('receivedinvoices')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const { expenses } = useChart(tags.own)
  const [form, fields] = useForm<Values>({ id: 'check', lastResult, defaultValue: values })
  const parts = fields.parts.getFieldList()
  const added = addedRow(lastResult, fields.parts.name, parts.length)
  const labels = { category: t('field.category'), projectId: t('field.project'), amount: t('field.net') }
  const number = (index: number) => t('parts.number', { number: index + 1 })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      {/* Enter in a field presses a form's first button, which must not be one that removes a part. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={invoice.updatedAt} />
      <ErrorSummary
        form={form}
        labels={{
          ...{ dueDate: t('field.dueDate'), note: t('field.note'), deductsVat: t('check.deducts') },
          parts: { label: t('parts.title'), row: number, fields: labels },
        }}
      />
      <EditConflict lastResult={lastResult} to={`/invoicing/received/${invoice.id}/check`} />
      <FormCard
        title={t('parts.title')}
        description={t('parts.text', { net: format.money(invoice.netCents, invoice.currency) })}
      >
        <div className="flex flex-col gap-4" id={fields.parts.id}>
          {parts.map((part, index) => {
            const field = part.getFieldset()
            return (
              <fieldset
                key={part.key ?? part.name}
                className="grid items-start gap-3 border-b border-border pb-5 last:border-0 last:pb-0 sm:grid-cols-3"
              >
                <legend className="mb-2 text-sm font-semibold">{number(index)}</legend>
                <Select
                  field={field.category}
                  label={labels.category}
                  autoFocus={index === added}
                  placeholder={t('parts.choose')}
                  options={expenses}
                />
                <Select
                  field={field.projectId}
                  label={labels.projectId}
                  placeholder={t('parts.noProject')}
                  options={tags.projects.map(({ id, title }) => ({ value: id, label: title }))}
                />
                <MoneyField
                  field={field.amount}
                  label={labels.amount}
                  hint={t('parts.amountHint')}
                  currency={invoice.currency}
                />
                {parts.length > 1 && (
                  <button
                    {...form.remove.getButtonProps({ name: fields.parts.name, index })}
                    className={buttonClass({ variant: 'ghost', size: 'sm' }, 'col-span-full justify-self-start')}
                  >
                    <Trash2 aria-hidden className="size-4" />
                    {t('parts.remove', { number: index + 1 })}
                  </button>
                )}
              </fieldset>
            )
          })}
        </div>
        <button
          {...form.insert.getButtonProps({ name: fields.parts.name, defaultValue: blankPart })}
          className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
        >
          <Plus aria-hidden className="size-4" />
          {t('parts.add')}
        </button>
      </FormCard>
      <FormCard
        title={t('check.rest')}
        actions={
          <>
            <SubmitButton>{t('check.save')}</SubmitButton>
            <ButtonLink to={`/invoicing/received/${invoice.id}`} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <Field field={fields.dueDate} label={t('field.dueDate')} type="date" required />
        <Checkbox field={fields.deductsVat} label={t('check.deducts')} hint={t('check.deductsHint')} />
        <TextArea field={fields.note} label={t('field.note')} maxLength={1000} rows={3} optional />
      </FormCard>
    </Form>
  )
}
