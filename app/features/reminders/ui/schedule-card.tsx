import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What the clock does about an invoice, and how to keep it from reminding. */
export function ScheduleCard({
  invoiceId,
  schedule,
  hold,
  canHold,
}: {
  invoiceId: string
  schedule: readonly number[] | null
  hold: { reason: string; heldAt: number } | null
  canHold: boolean
}) {
  const { t } = useTranslation('reminders')
  const format = useFormat()
  return (
    <Card title={t('schedule')}>
      <div className="flex flex-col gap-4 text-sm">
        <p>
          {schedule ? t('scheduled', { days: format.list(schedule.map((days) => format.number(days))) }) : t('off')}{' '}
          <TextLink to="/company-settings/invoicing">{t('settings')}</TextLink>
        </p>
        {hold && <p>{t('held', { date: format.dateTime(hold.heldAt), reason: hold.reason })}</p>}
        {canHold &&
          (hold ? (
            <Form method="post" action={`/invoicing/${invoiceId}/resume-reminders`}>
              <SubmitButton variant="outline">{t('resume')}</SubmitButton>
            </Form>
          ) : (
            <Form
              method="post"
              action={`/invoicing/${invoiceId}/hold-reminders`}
              noValidate
              className="flex flex-wrap items-end gap-3"
            >
              <Field
                name="reason"
                label={t('holdReason')}
                required
                maxLength={500}
                className="min-w-0 flex-1 basis-56"
              />
              <SubmitButton variant="outline">{t('hold')}</SubmitButton>
            </Form>
          ))}
      </div>
    </Card>
  )
}
