import type { FieldMetadata, SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UnitSuggestions } from '#app/features/projects/ui/add-line.tsx'
import { maxScheduleLines } from '#app/features/valuations/limits.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { useText } from '#app/ui/text.ts'
import { progressBases } from '#db/vocabulary/valuations.ts'

export type ScheduleLineValues = { description: string; amount: string; basis: string; quantity: string; unit: string }
export const blankScheduleLine: ScheduleLineValues = {
  ...{ description: '', amount: '', basis: 'percent', quantity: '', unit: '' },
}

/** Proposes how the sum of a milestone is made up. Lines can be added and removed without JavaScript as well. */
export function ScheduleForm({
  lastResult,
  lines: initial,
  currency,
  text: about,
  submissionId,
  cancelTo,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  lines: ScheduleLineValues[]
  currency: string
  /** The sum that the lines have to come to, in words. */
  text: string
  submissionId: string
  cancelTo: string
}) {
  const { t } = useTranslation('valuations')
  const { t: ui } = useTranslation('ui')
  const text = useText()
  const [form, fields] = useForm<{ lines: ScheduleLineValues[] }>({
    ...{ id: 'schedule', lastResult, defaultValue: { lines: initial } },
  })
  const lines = fields.lines.getFieldList()
  const added = addedRow(lastResult, fields.lines.name, lines.length)
  const labels = {
    ...{ description: t('field.description'), amount: t('field.value'), basis: t('field.measure') },
    ...{ quantity: t('field.quantity'), unit: t('field.unit') },
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      {/* The first button of the form, so that Enter proposes instead of removing a line. */}
      <button type="submit" hidden />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary
        form={form}
        labels={{
          lines: {
            label: t('schedule.title'),
            row: (index) => t('field.line', { position: index + 1 }),
            fields: labels,
          },
        }}
      />
      <FormCard title={t('schedule.title')} description={about}>
        <UnitSuggestions />
        <div id={fields.lines.id} className="@container flex flex-col gap-5">
          {fields.lines.errors && (
            <Alert tone="danger">{fields.lines.errors.map((error) => text(error)).join(' ')}</Alert>
          )}
          {lines.map((line, index) => (
            <LineFields
              key={line.key ?? line.name}
              field={line}
              position={index + 1}
              isNew={index === added}
              currency={currency}
              labels={labels}
              remove={
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Trash2}
                  className="self-start"
                  {...form.remove.getButtonProps({ name: fields.lines.name, index })}
                  type="submit"
                >
                  {t('schedule.removeLine', { position: index + 1 })}
                </Button>
              }
            />
          ))}
          {lines.length < maxScheduleLines && (
            <Button
              variant="outline"
              size="sm"
              icon={Plus}
              className="self-start"
              {...form.insert.getButtonProps({ name: fields.lines.name, defaultValue: blankScheduleLine })}
              type="submit"
            >
              {t('schedule.addLine')}
            </Button>
          )}
        </div>
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton>{t('action.sendSchedule')}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline">
          {ui('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}

function LineFields({
  field,
  position,
  isNew,
  currency,
  labels,
  remove,
}: {
  field: FieldMetadata<ScheduleLineValues>
  position: number
  isNew: boolean
  currency: string
  labels: Record<keyof ScheduleLineValues, string>
  remove: ReactNode
}) {
  const { t } = useTranslation('valuations')
  const line = field.getFieldset()
  return (
    <fieldset className="flex flex-col gap-3 border-b border-border pb-5 last:border-0 last:pb-0">
      <legend className="sr-only">{t('field.line', { position })}</legend>
      <Field field={line.description} label={labels.description} autoFocus={isNew} required maxLength={300} />
      <div className="grid grid-cols-2 items-start gap-3 @2xl:grid-cols-4">
        <MoneyField
          field={line.amount}
          label={labels.amount}
          currency={currency}
          required
          className="col-span-2 @2xl:col-span-1"
        />
        <Select
          field={line.basis}
          label={labels.basis}
          options={progressBases.map((value) => ({ value, label: t(`basis.${value}`) }))}
          className="col-span-2 @2xl:col-span-1"
        />
        <Field field={line.quantity} label={labels.quantity} inputMode="decimal" autoComplete="off" />
        <Field field={line.unit} label={labels.unit} list="units" autoComplete="off" maxLength={20} />
      </div>
      {remove}
    </fieldset>
  )
}
