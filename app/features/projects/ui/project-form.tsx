import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { blankLine, type ProjectFormValues } from '#app/features/projects/form-values.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { chosenVatTreatments, projectCategories } from '#db/vocabulary/projects.ts'
import { AddLine, UnitSuggestions } from './add-line.tsx'
import { LineFields } from './line-fields.tsx'

type Fields = ProjectFormValues & { summary?: string }

/** The project form: for a new project, a draft, or an addendum to an open one (`addendum`). */
export function ProjectForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  submitLabel,
  cancelTo,
  importTo,
  addendum,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: Partial<Fields>
  submissionId: string
  /** The version that the form was opened with. */
  expectedVersion?: number
  submitLabel: string
  cancelTo: string
  /** The address of the import of lines, which takes along what is typed. */
  importTo: string
  addendum?: { addendumDays: number } | undefined
  children?: ReactNode
}) {
  const zone = useFormat().zone
  const { t } = useTranslation('projects')
  const { t: tForm } = useTranslation(['projectform', 'lineform'])
  const { t: tForms } = useTranslation('priceforms')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<Fields>({ id: 'project', lastResult, defaultValue: values })
  const lines = fields.lines.getFieldList()
  const added = addedRow(lastResult, fields.lines.name, lines.length)
  const labels = {
    summary: t('field.summary'),
    title: t('field.title'),
    description: t('field.description'),
    category: t('field.category'),
    location: t('field.location'),
    bidDeadline: t('field.bidDeadline'),
    budget: t('field.budget'),
    startDate: t('field.startDate'),
    endDate: t('field.endDate'),
    vatTreatment: t('field.vatTreatment'),
    vatGround: t('field.vatGround'),
    buyerDeductsVat: t('field.buyerDeductsVat'),
    sellsConstruction: t('field.sellsConstruction'),
    addendumDays: t('field.addendumDays'),
    mayCloseEarly: t('field.mayCloseEarly'),
    closesWhenAnswered: tForm('closesWhenAnswered'),
    invitedOnly: tForm('invitedOnly'),
    standstillDays: t('field.standstillDays'),
    variantTerms: t('field.variantTerms'),
    overrunShare: tForm('overrunShare'),
    underrunShare: tForm('underrunShare'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-reading flex-col gap-6">
      {/* Enter in a field presses a form's first button, which must not be one that removes a line. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...labels,
          lines: {
            label: tForm('lines.title'),
            row: (index) => tForm('lineform:line', { number: index + 1 }),
            fields: {
              description: t('field.lineDescription'),
              quantity: t('field.quantity'),
              unit: t('field.unit'),
              priceForm: tForms('label'),
            },
          },
        }}
      />
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
        </FormCard>
      )}
      <FormCard title={tForm('about.title')} description={tForm('about.description')}>
        <Field field={fields.title} label={labels.title} hint={tForm('titleHint')} required maxLength={120} />
        <TextArea
          field={fields.description}
          label={labels.description}
          hint={tForm('descriptionHint')}
          required
          rows={8}
          maxLength={10_000}
        />
        <FieldRow>
          <Select
            field={fields.category}
            label={labels.category}
            placeholder={tForm('choose')}
            options={projectCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
            required
          />
          <Field field={fields.location} label={labels.location} required maxLength={120} />
        </FieldRow>
      </FormCard>
      <FormCard title={tForm('terms.title')} description={tForm('terms.description')}>
        <FieldRow>
          <Field
            field={fields.bidDeadline}
            label={`${labels.bidDeadline} (${zone})`}
            type="datetime-local"
            hint={addendum ? tForm('extendHint', { count: addendum.addendumDays }) : tForm('deadlineHint')}
            required
          />
          <MoneyField field={fields.budget} label={labels.budget} hint={tForm('budgetHint')} optional />
        </FieldRow>
        <FieldRow>
          <Field field={fields.startDate} label={labels.startDate} type="date" optional />
          <Field field={fields.endDate} label={labels.endDate} type="date" optional />
        </FieldRow>
        {!addendum && (
          <>
            <Field
              field={fields.addendumDays}
              label={labels.addendumDays}
              hint={tForm('addendumDaysHint')}
              inputMode="numeric"
              autoComplete="off"
              required
              className="sm:max-w-xs"
            />
            <Field
              field={fields.standstillDays}
              label={labels.standstillDays}
              hint={tForm('standstillHint')}
              inputMode="numeric"
              autoComplete="off"
              required
              className="sm:max-w-xs"
            />
            <TextArea
              field={fields.variantTerms}
              label={labels.variantTerms}
              hint={tForm('variantHint')}
              optional
              maxLength={2000}
            />
            <Checkbox field={fields.invitedOnly} label={labels.invitedOnly} hint={tForm('invitedOnlyHint')} />
            <Checkbox field={fields.mayCloseEarly} label={labels.mayCloseEarly} hint={tForm('closeEarlyHint')} />
            <Checkbox
              field={fields.closesWhenAnswered}
              label={labels.closesWhenAnswered}
              hint={tForm('closesWhenAnsweredHint')}
            />
          </>
        )}
      </FormCard>
      <FormCard title={tForm('vat.title')} description={tForm('vat.description')}>
        <RadioGroup
          field={fields.vatTreatment}
          label={labels.vatTreatment}
          layout="cards"
          required
          options={chosenVatTreatments.map((value) => ({
            value,
            label: tForms(`vat.${value}`),
            hint: tForm(`vatHint.${value}`),
          }))}
        />
        <Checkbox
          field={fields.sellsConstruction}
          label={labels.sellsConstruction}
          hint={tForm('sellsConstructionHint')}
        />
        <Field field={fields.vatGround} label={labels.vatGround} hint={tForm('groundHint')} optional maxLength={300} />
        <Checkbox field={fields.buyerDeductsVat} label={labels.buyerDeductsVat} hint={tForm('deductsHint')} />
      </FormCard>
      <FormCard title={tForm('lines.title')} description={tForm('lines.description')}>
        <UnitSuggestions />
        <p className="max-w-prose text-sm text-muted-foreground">
          {tForm('priceForms')} {tForm('optionHint')}
        </p>
        <div className="@container flex flex-col gap-4" id={fields.lines.id}>
          {lines.map((line, index) => (
            <LineFields
              key={line.key ?? line.name}
              field={line}
              number={index + 1}
              isNew={index === added}
              remove={form.remove.getButtonProps({ name: fields.lines.name, index })}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-3">
          <AddLine
            count={lines.length}
            {...form.insert.getButtonProps({ name: fields.lines.name, defaultValue: blankLine })}
          />
          <SubmitButton variant="outline" size="sm" formAction={importTo} icon={FileUp}>
            {tForm('lines.import')}
          </SubmitButton>
        </div>
        <FieldRow>
          <Field
            field={fields.overrunShare}
            label={labels.overrunShare}
            hint={tForm('sharesHint')}
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
            optional
          />
          <Field
            field={fields.underrunShare}
            label={labels.underrunShare}
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
            optional
          />
        </FieldRow>
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{submitLabel}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
