import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { durations, maxTimes, maxTitleLength, repetitions } from '#app/features/calls/times/call-time.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Values = Record<'title' | 'startsAt' | 'durationMinutes' | 'everyWeeks' | 'times', string>

/** A time to propose for a call, once or every few weeks (CALL-17). */
export function CallTimeForm({
  conversation: { id, name },
  startsAt,
  submissionId,
  lastResult,
}: {
  conversation: { id: string; name: string }
  startsAt: string
  submissionId: string
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation(['calltimes', 'ui'])
  const { zone } = useFormat()
  const [form, fields] = useForm<Values>({
    ...{ id: 'call-time', lastResult },
    defaultValue: { title: '', startsAt, durationMinutes: '30', everyWeeks: '0', times: '1' },
  })
  const labels = {
    title: t('field.title'),
    startsAt: `${t('field.startsAt')} (${zone})`,
    durationMinutes: t('field.duration'),
    everyWeeks: t('field.repeats'),
    times: t('field.times'),
  }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('calls'), to: '/calls' },
          { label: <span className="line-clamp-1 wrap-anywhere">{name}</span>, to: `/messages/${id}` },
          { label: t('new.title') },
        ]}
      />
      <Form method="post" id={form.id} noValidate>
        <input type="hidden" name="submissionId" value={submissionId} />
        <FormCard
          description={t('new.text', { name })}
          actions={
            <>
              <SubmitButton icon={CalendarClock} wide>
                {t('new.submit')}
              </SubmitButton>
              <ButtonLink to={`/messages/${id}`} variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary form={form} labels={labels} />
          <Field
            field={fields.title}
            label={labels.title}
            hint={t('field.titleHint')}
            maxLength={maxTitleLength}
            required
          />
          <FieldRow>
            <Field field={fields.startsAt} label={labels.startsAt} type="datetime-local" required />
            <Select
              field={fields.durationMinutes}
              label={labels.durationMinutes}
              options={durations.map((count) => ({ value: String(count), label: t('minutes', { count }) }))}
            />
          </FieldRow>
          <FieldRow>
            <Select
              field={fields.everyWeeks}
              label={labels.everyWeeks}
              options={repetitions.map((weeks) => ({ value: String(weeks), label: t(`repeats.${weeks}`) }))}
            />
            <Field
              field={fields.times}
              label={labels.times}
              hint={t('field.timesHint', { most: maxTimes })}
              inputMode="numeric"
            />
          </FieldRow>
        </FormCard>
      </Form>
    </div>
  )
}
