import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { blankPart, type RuleValues } from '#app/features/finance/rules/form-values.ts'
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
import { currencies } from '#db/vocabulary/currencies.ts'
import { bookingRuleModes, financialVats, moneyDirections } from '#db/vocabulary/finance.ts'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

const named = [
  ...(['name', 'textContains', 'counterpartyContains', 'counterpartyIban', 'direction'] as const),
  ...(['min', 'max', 'currency', 'mode'] as const),
] as const

/** A booking rule: what it asks of a row, and what the row is for then. It can be tested before it is saved. */
export function RuleForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  tags,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: RuleValues
  submissionId: string
  expectedVersion?: number
  tags: Tags
  children?: ReactNode
}) {
  const { t } = useTranslation('bookingrules')
  const { t: tFinance } = useTranslation('finance')
  const { t: tUi } = useTranslation('ui')
  const { options } = useChart(tags.own)
  const [form, fields] = useForm<RuleValues>({ id: 'rule', lastResult, defaultValue: values })
  const labels = Object.fromEntries(named.map((name) => [name, t(`field.${name}`)]))
  const partLabels = {
    category: tFinance('field.category'),
    projectId: tFinance('field.projectId'),
    vat: tFinance('field.vat'),
    share: t('field.share'),
  }
  const parts = fields.parts.getFieldList()
  const added = addedRow(lastResult, fields.parts.name, parts.length)
  const currency = fields.currency.value ?? 'EUR'
  const any = tFinance('filter.any')
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
          parts: {
            label: t('list.then'),
            row: (index) => tFinance('split.number', { number: index + 1 }),
            fields: partLabels,
          },
        }}
      />
      {children}
      <FormCard title={t('list.when')} description={t('form.when')}>
        <Field field={fields.name} label={t('field.name')} maxLength={80} required />
        <FieldRow>
          <Field
            field={fields.textContains}
            label={t('field.textContains')}
            hint={t('form.textHint')}
            maxLength={100}
            optional
          />
          <Field field={fields.counterpartyContains} label={t('field.counterpartyContains')} maxLength={100} optional />
        </FieldRow>
        <Field
          field={fields.counterpartyIban}
          label={t('field.counterpartyIban')}
          hint={t('form.ibanHint')}
          maxLength={50}
          optional
        />
        <FieldRow>
          <Select
            field={fields.direction}
            label={t('field.direction')}
            placeholder={any}
            options={moneyDirections.map((value) => ({ value, label: tFinance(`direction.${value}`) }))}
          />
          <Select
            field={fields.currency}
            label={t('field.currency')}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </FieldRow>
        <FieldRow>
          <MoneyField field={fields.min} label={t('field.min')} currency={currency} />
          <MoneyField field={fields.max} label={t('field.max')} currency={currency} />
        </FieldRow>
      </FormCard>
      <FormCard title={t('list.then')} description={t('form.then')}>
        <div className="flex flex-col gap-4" id={fields.parts.id}>
          {parts.map((part, index) => {
            const of = part.getFieldset()
            const number = index + 1
            return (
              <fieldset
                key={part.key ?? part.name}
                className="grid items-start gap-3 border-b border-border pb-5 last:border-0 last:pb-0 sm:grid-cols-2 lg:grid-cols-4"
              >
                <legend className="mb-2 text-sm font-semibold">{tFinance('split.number', { number })}</legend>
                <Select
                  field={of.category}
                  label={partLabels.category}
                  autoFocus={index === added}
                  placeholder={tFinance('field.choose')}
                  options={options}
                />
                <Select
                  field={of.projectId}
                  label={partLabels.projectId}
                  placeholder={tFinance('field.noProject')}
                  options={tags.projects.map(({ id, title }) => ({ value: id, label: title }))}
                />
                <Select
                  field={of.vat}
                  label={partLabels.vat}
                  options={financialVats.map((value) => ({ value, label: tFinance(`vat.${value}`) }))}
                />
                <Field
                  field={of.share}
                  label={partLabels.share}
                  hint={t('form.shareHint')}
                  inputMode="decimal"
                  maxLength={10}
                  suffix="%"
                />
                {parts.length > 1 && (
                  <button
                    {...form.remove.getButtonProps({ name: fields.parts.name, index })}
                    className={buttonClass({ variant: 'ghost', size: 'sm' }, 'col-span-full justify-self-start')}
                  >
                    <Trash2 aria-hidden className="size-4" />
                    {tFinance('split.remove', { number })}
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
          {tFinance('split.add')}
        </button>
        <RadioGroup
          field={fields.mode}
          label={t('field.mode')}
          options={bookingRuleModes.map((value) => ({
            value,
            label: t(`mode.${value}`),
            hint: t(`modeHint.${value}`),
          }))}
          required
        />
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{t('form.save')}</SubmitButton>
        <SubmitButton size="lg" variant="secondary" name="intent" value="test">
          {t('form.test')}
        </SubmitButton>
        <ButtonLink to="/financials/rules" variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
