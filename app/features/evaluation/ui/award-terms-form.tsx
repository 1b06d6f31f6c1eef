import type { FieldMetadata, SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AwardTermsValues, blankCriterion, type CriterionValues } from '#app/features/evaluation/form-values.ts'
import { maxCriteria, maxRequirements } from '#app/features/evaluation/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { pointScales, priceFormulas } from '#db/vocabulary/evaluation.ts'

type Fields = AwardTermsValues & { summary?: string; bidDeadline?: string }

/** The form of a project's award criteria. `addendum`: of an open project. */
export function AwardTermsForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  back,
  currency,
  addendum,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: Fields
  submissionId: string
  expectedVersion: number
  back: string
  currency: string
  addendum: { addendumDays: number } | null
  children: ReactNode
}) {
  const { t } = useTranslation('evaluation')
  const { t: tProject } = useTranslation('projects')
  const { t: tForm } = useTranslation('projectform')
  const { t: tUi } = useTranslation('ui')
  const { zone } = useFormat()
  const [form, fields] = useForm<Fields>({ id: 'criteria', lastResult, defaultValue: values })
  const criteria = fields.criteria.getFieldList()
  const requirements = fields.requirements.getFieldList()
  const added = {
    criterion: addedRow(lastResult, fields.criteria.name, criteria.length),
    requirement: addedRow(lastResult, fields.requirements.name, requirements.length),
  }
  const labels = {
    summary: tProject('field.summary'),
    bidDeadline: tProject('field.bidDeadline'),
    basis: t('terms.basis'),
    priceWeight: t('field.priceWeight'),
    maxPoints: t('field.maxPoints'),
    priceFormula: t('field.priceFormula'),
    ceiling: t('field.ceiling'),
  }
  const criterion = (index: number) => t('form.criterion', { number: index + 1 })
  const requirement = (index: number) => t('form.requirement', { number: index + 1 })
  const criterionLabels = { name: t('field.name'), description: t('field.description'), weight: t('field.weight') }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-reading flex-col gap-6">
      {/* Enter in a field presses a form's first button, which must not be one that removes a row. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...labels,
          criteria: { label: t('terms.criteria'), row: criterion, fields: criterionLabels },
          requirements: { label: t('terms.requirements'), row: requirement, fields: { text: t('field.requirement') } },
        }}
      />
      <EditConflict lastResult={lastResult} to={back} />
      {children}
      {addendum && (
        <FormCard title={tForm('addendum.title')} description={tForm('addendum.description')}>
          <TextArea
            field={fields.summary}
            label={labels.summary}
            hint={tForm('summaryHint')}
            required
            maxLength={2000}
          />
          <Field
            field={fields.bidDeadline}
            label={`${labels.bidDeadline} (${zone})`}
            type="datetime-local"
            hint={tForm('extendHint', { count: addendum.addendumDays })}
            required
          />
        </FormCard>
      )}
      <FormCard title={t('terms.basis')} description={t('form.basisText')}>
        <RadioGroup
          field={fields.basis}
          label={labels.basis}
          labelHidden
          layout="cards"
          required
          options={(['lowest_price', 'ratio'] as const).map((value) => ({
            value,
            label: t(`basis.${value}`),
            hint: t(`basisHint.${value}`),
          }))}
        />
      </FormCard>
      <FormCard title={t('price')} description={t('form.priceText')}>
        <FieldRow>
          <Field
            field={fields.priceWeight}
            label={labels.priceWeight}
            hint={t('form.sumHint')}
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
          />
          <Select
            field={fields.maxPoints}
            label={labels.maxPoints}
            hint={t('form.maxPointsHint')}
            options={pointScales.map((max) => ({ value: String(max), label: t('form.scale', { max }) }))}
          />
        </FieldRow>
        <RadioGroup
          field={fields.priceFormula}
          label={labels.priceFormula}
          layout="cards"
          options={priceFormulas.map((value) => ({
            value,
            label: t(`formula.${value}`),
            hint: t(`formulaHint.${value}`),
          }))}
        />
        <MoneyField
          field={fields.ceiling}
          label={labels.ceiling}
          hint={t('form.ceilingHint')}
          currency={currency}
          optional
          className="sm:max-w-xs"
        />
      </FormCard>
      <FormCard title={t('terms.criteria')} description={t('form.criteriaText')}>
        <div className="flex flex-col gap-5" id={fields.criteria.id}>
          {criteria.map((field, index) => (
            <CriterionFields
              key={field.key ?? field.name}
              field={field}
              number={index + 1}
              isNew={index === added.criterion}
              remove={form.remove.getButtonProps({ name: fields.criteria.name, index })}
            />
          ))}
        </div>
        {criteria.length < maxCriteria && (
          <button
            {...form.insert.getButtonProps({ name: fields.criteria.name, defaultValue: blankCriterion })}
            className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
          >
            <Plus aria-hidden className="size-4" />
            {t('form.addCriterion')}
          </button>
        )}
      </FormCard>
      <FormCard title={t('terms.requirements')} description={t('form.requirementsText')}>
        <div className="flex flex-col gap-4" id={fields.requirements.id}>
          {requirements.map((field, index) => (
            <div key={field.key ?? field.name} className="flex flex-col gap-2 sm:flex-row sm:items-end">
              <Field
                field={field.getFieldset().text}
                label={requirement(index)}
                autoFocus={index === added.requirement}
                maxLength={500}
                className="min-w-0 flex-1"
              />
              <RemoveButton {...form.remove.getButtonProps({ name: fields.requirements.name, index })}>
                {t('form.removeRequirement', { number: index + 1 })}
              </RemoveButton>
            </div>
          ))}
        </div>
        {requirements.length < maxRequirements && (
          <button
            {...form.insert.getButtonProps({ name: fields.requirements.name, defaultValue: { text: '' } })}
            className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
          >
            <Plus aria-hidden className="size-4" />
            {t('form.addRequirement')}
          </button>
        )}
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{addendum ? tProject('edit.publishAddendum') : t('form.save')}</SubmitButton>
        <ButtonLink to={back} variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}

function CriterionFields({
  field,
  number,
  isNew,
  remove,
}: {
  field: FieldMetadata<CriterionValues>
  number: number
  isNew: boolean
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}) {
  const { t } = useTranslation('evaluation')
  const { name, description, weight } = field.getFieldset()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-b border-border pb-5 last:border-0 last:pb-0">
      <legend className="mb-2 text-sm font-semibold">{t('form.criterion', { number })}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <Field field={name} label={t('field.name')} autoFocus={isNew} maxLength={120} />
        <Field field={weight} label={t('field.weight')} inputMode="decimal" autoComplete="off" suffix="%" />
      </div>
      <TextArea field={description} label={t('field.description')} rows={3} maxLength={2000} />
      <RemoveButton {...remove}>{t('form.removeCriterion', { number })}</RemoveButton>
    </fieldset>
  )
}

function RemoveButton({ children, ...button }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="submit" {...button} className={buttonClass({ variant: 'ghost', size: 'sm' }, 'self-start')}>
      <Trash2 aria-hidden className="size-4" />
      {children}
    </button>
  )
}
