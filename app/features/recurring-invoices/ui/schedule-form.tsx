import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { scheduleUnits, scheduleWays } from '#db/vocabulary/recurring.ts'

export type ScheduleValues = {
  every: string
  unit: string
  firstOn: string
  periodStart: string
  periodEnd: string
  ends: string
  lastOn: string
  maxCount: string
  way: string
  email: string
}

/** When an invoice is repeated, and what happens then; for a new schedule or an existing one (`sources`: invoices whose content it can take). */
export function ScheduleForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  sources,
  cancelTo,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: ScheduleValues
  submissionId: string
  expectedVersion?: number | undefined
  sources?: ReadonlyArray<{ value: string; label: string }>
  cancelTo: string
  children?: ReactNode
}) {
  const { t } = useTranslation('recurring')
  const { t: tUi } = useTranslation('ui')
  const defaultValue = { ...values, fromInvoiceId: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'schedule', lastResult, defaultValue })
  const first = sources ? t('form.nextOn') : t('form.firstOn')
  const labels = {
    ...{ every: t('form.every'), unit: t('form.unit'), firstOn: first, ends: t('form.ends'), lastOn: t('form.lastOn') },
    ...{ periodStart: t('form.periodStart'), periodEnd: t('form.periodEnd'), maxCount: t('form.maxCount') },
    ...{ way: t('form.way'), email: t('form.email'), fromInvoiceId: t('form.from') },
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      {children}
      <FormCard title={t('form.when')}>
        <FieldRow>
          <Field field={fields.every} label={labels.every} required inputMode="numeric" maxLength={9} />
          <Select
            field={fields.unit}
            label={labels.unit}
            required
            options={scheduleUnits.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          />
        </FieldRow>
        <Field field={fields.firstOn} label={first} hint={t('form.firstOnHint')} type="date" required />
        <RadioGroup
          field={fields.ends}
          label={labels.ends}
          options={(['never', 'on', 'after'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
        />
        <FieldRow>
          <Field field={fields.lastOn} label={labels.lastOn} type="date" optional />
          <Field field={fields.maxCount} label={labels.maxCount} inputMode="numeric" maxLength={9} optional />
        </FieldRow>
      </FormCard>
      <FormCard title={t('form.period')} description={t('form.periodHint')}>
        <FieldRow>
          <Field field={fields.periodStart} label={labels.periodStart} type="date" optional />
          <Field field={fields.periodEnd} label={labels.periodEnd} type="date" optional />
        </FieldRow>
      </FormCard>
      <FormCard
        title={t('form.way')}
        description={t('form.wayHint')}
        actions={
          <>
            <SubmitButton>{sources ? t('form.save') : t('form.setUp')}</SubmitButton>
            <ButtonLink to={cancelTo} variant="ghost">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <RadioGroup
          field={fields.way}
          label={labels.way}
          options={scheduleWays.map((way) => ({ value: way, label: t(`way.${way}`) }))}
        />
        <Field
          field={fields.email}
          label={labels.email}
          hint={t('form.emailHint')}
          type="email"
          autoComplete="off"
          maxLength={254}
          optional
        />
        {sources && (
          <Select
            field={fields.fromInvoiceId}
            label={labels.fromInvoiceId}
            options={[{ value: '', label: t('form.asBefore') }, ...sources]}
          />
        )}
      </FormCard>
    </Form>
  )
}
