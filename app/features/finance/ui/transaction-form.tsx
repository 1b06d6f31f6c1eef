import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { blankSplit, type TransactionValues } from '#app/features/finance/form-values.ts'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { SplitFields, type Tags } from './split-fields.tsx'

export type FormAccount = { id: string; name: string; currency: string }

const named = ['accountId', 'direction', 'amount', 'day', 'counterparty', 'text', 'reference'] as const

/** A row of the books, entered or changed. Of one that a bank stated (`fixed`), only what it is for. */
export function TransactionForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  accounts,
  tags,
  today,
  cancelTo,
  fixed = null,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: TransactionValues
  submissionId: string
  expectedVersion?: number
  accounts: readonly FormAccount[]
  tags: Tags
  today: string
  cancelTo: string
  /** What the bank stated, in words. */
  fixed?: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation('finance')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<TransactionValues>({ id: 'transaction', lastResult, defaultValue: values })
  const labels = Object.fromEntries(named.map((name) => [name, t(`field.${name}`)]))
  const splits = fields.splits.getFieldList()
  const added = addedRow(lastResult, fields.splits.name, splits.length)
  const currency = accounts.find(({ id }) => id === fields.accountId.value)?.currency ?? accounts[0]?.currency ?? 'EUR'
  const splitLabels = {
    category: t('field.category'),
    projectId: t('field.projectId'),
    amount: t('field.splitAmount'),
    vat: t('field.vat'),
    vatAmount: t('field.vatAmount'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-reading flex-col gap-6">
      {/* Enter in a field presses a form's first button, which must not be one that removes a part. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...labels,
          splits: {
            label: t('split.title'),
            row: (index) => t('split.number', { number: index + 1 }),
            fields: splitLabels,
          },
        }}
      />
      {children}
      {fixed ?? (
        <FormCard title={t('form.what')}>
          <FieldRow>
            <Select
              field={fields.accountId}
              label={t('field.accountId')}
              options={accounts.map(({ id, name, currency: of }) => ({ value: id, label: `${name} (${of})` }))}
              required
            />
            <Field field={fields.day} label={t('field.day')} type="date" max={today} required />
          </FieldRow>
          <RadioGroup
            field={fields.direction}
            label={t('field.direction')}
            options={(['out', 'in'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
            required
          />
          <MoneyField field={fields.amount} label={t('field.amount')} currency={currency} required />
          <FieldRow>
            <Field field={fields.counterparty} label={t('field.counterparty')} maxLength={200} optional />
            <Field field={fields.reference} label={t('field.reference')} maxLength={50} optional />
          </FieldRow>
          <Field field={fields.text} label={t('field.text')} maxLength={500} optional />
        </FormCard>
      )}
      <FormCard title={t('split.title')} description={t('split.text')}>
        <div className="flex flex-col gap-4" id={fields.splits.id}>
          {splits.map((split, index) => (
            <SplitFields
              key={split.key ?? split.name}
              field={split}
              number={index + 1}
              currency={currency}
              tags={tags}
              isNew={index === added}
              remove={splits.length > 1 ? form.remove.getButtonProps({ name: fields.splits.name, index }) : null}
            />
          ))}
        </div>
        <button
          {...form.insert.getButtonProps({ name: fields.splits.name, defaultValue: blankSplit })}
          className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
        >
          <Plus aria-hidden className="size-4" />
          {t('split.add')}
        </button>
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{t('form.save')}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
