import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChangeBasis } from '#app/features/change-orders/change-basis.server.ts'
import { blankChangeLine, type ChangeOrderFormValues } from '#app/features/change-orders/form-values.ts'
import { maxChangeLines } from '#app/features/change-orders/limits.ts'
import { UnitSuggestions } from '#app/features/projects/ui/add-line.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { useText } from '#app/ui/text.ts'
import { changeReasons } from '#db/vocabulary/change-orders.ts'
import { ChangeLineFields } from './change-line-fields.tsx'

/** Drafts a change or edits a draft. Lines can be added and removed without JavaScript as well. */
export function ChangeOrderForm({
  lastResult,
  initial,
  basis,
  submissionId,
  expectedVersion,
  cancelTo,
  submitLabel,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  initial: ChangeOrderFormValues
  basis: ChangeBasis
  submissionId: string
  /** The version that the form was opened with. */
  expectedVersion?: number
  cancelTo: string
  submitLabel: string
}) {
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const { t: ui } = useTranslation('ui')
  const text = useText()
  const format = useFormat()
  const [form, fields] = useForm<ChangeOrderFormValues>({ id: 'change-order', lastResult, defaultValue: initial })
  const lines = fields.lines.getFieldList()
  const added = addedRow(lastResult, fields.lines.name, lines.length)
  const { currency, vatRates, items, extendable, milestones } = basis
  const labels = {
    title: t('field.title'),
    reason: t('field.reason'),
    description: t('field.description'),
    vatRateBp: t('form.vatRate'),
    extensionDays: t('field.extension'),
    extensionMilestoneId: t('form.extensionFor'),
    milestoneId: t('form.milestone'),
  }
  const options = items.map(({ id, description, unit, unitPriceE4 }) => ({
    value: id,
    label: t('form.itemOption', { description, unit, price: format.unitPrice(unitPriceE4, currency) }),
  }))
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      {/* The first button of the form, so that Enter saves instead of removing a line. */}
      <button type="submit" hidden />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...labels,
          lines: {
            label: t('form.linesTitle'),
            row: (index) => t('form.line', { position: index + 1 }),
            fields: {
              item: t('form.item'),
              description: t('form.lineDescription'),
              quantity: t('form.quantity'),
              unit: t('form.unit'),
              unitPrice: t('form.unitPrice'),
            },
          },
        }}
      />
      <EditConflict lastResult={lastResult} to={cancelTo} />
      <FormCard title={t('form.about')}>
        <Field field={fields.title} label={labels.title} required maxLength={150} />
        <Select
          field={fields.reason}
          label={labels.reason}
          placeholder={tContract('sign.choose')}
          options={changeReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          required
        />
        <TextArea
          field={fields.description}
          label={labels.description}
          hint={t('form.descriptionHint')}
          rows={5}
          required
          maxLength={5000}
        />
      </FormCard>
      <FormCard title={t('form.linesTitle')} description={t('form.linesText')}>
        <UnitSuggestions />
        <div id={fields.lines.id} className="@container flex flex-col gap-5">
          {fields.lines.errors && (
            <Alert tone="danger" title={t('form.linesWrong')}>
              {fields.lines.errors.map((error) => text(error)).join(' ')}
            </Alert>
          )}
          {lines.map((line, index) => (
            <ChangeLineFields
              key={line.key ?? line.name}
              field={line}
              position={index + 1}
              currency={currency}
              items={options}
              isNew={index === added}
              remove={form.remove.getButtonProps({ name: fields.lines.name, index })}
            />
          ))}
          {lines.length < maxChangeLines && (
            <Button
              variant="outline"
              size="sm"
              icon={Plus}
              className="self-start"
              {...form.insert.getButtonProps({ name: fields.lines.name, defaultValue: blankChangeLine })}
              type="submit"
            >
              {t('form.addLine')}
            </Button>
          )}
        </div>
        {vatRates.length > 1 ? (
          <Select
            field={fields.vatRateBp}
            label={labels.vatRateBp}
            options={vatRates.map((rate) => ({ value: String(rate), label: format.percent(rate) }))}
          />
        ) : (
          <input type="hidden" name={fields.vatRateBp.name} value={vatRates[0] ?? 0} />
        )}
      </FormCard>
      <FormCard title={t('form.effectTitle')}>
        <Field
          field={fields.extensionDays}
          label={labels.extensionDays}
          hint={t('form.extensionHint')}
          inputMode="numeric"
          autoComplete="off"
          className="sm:max-w-xs"
        />
        {extendable.length > 0 && (
          <Select
            field={fields.extensionMilestoneId}
            label={labels.extensionMilestoneId}
            hint={t('form.extensionForHint')}
            placeholder={t('form.extensionOfAll')}
            options={extendable.map(({ id, position, title }) => ({ value: id, label: `${position}. ${title}` }))}
          />
        )}
        {milestones.length > 0 && (
          <Select
            field={fields.milestoneId}
            label={labels.milestoneId}
            hint={t('form.milestoneHint')}
            placeholder={t('form.noMilestone')}
            options={milestones.map(({ id, position, title, netCents }) => ({
              value: id,
              label: `${position}. ${title} (${format.money(netCents, currency)})`,
            }))}
          />
        )}
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton>{submitLabel}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline">
          {ui('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
