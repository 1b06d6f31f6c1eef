import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getSchedule } from '#app/features/recurring-invoices/queries.server.ts'
import { steps } from '#app/features/recurring-invoices/schedule.ts'
import { ScheduleFacts } from '#app/features/recurring-invoices/ui/schedule-facts.tsx'
import { ScheduleStatusBadge } from '#app/features/recurring-invoices/ui/schedule-status.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { useText } from '#app/ui/text.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { titleOf: (data) => (data as { title: string }).title }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const schedule = orNotFound(getSchedule(ctx, params.scheduleId ?? ''))
  const asksToEnd = new URL(request.url).searchParams.has('end') && schedule.actions.includes('end')
  return { schedule, asksToEnd, title: encodeMessage({ key: 'recurring:name', params: { buyer: schedule.buyerName } }) }
}

export default function RecurringInvoice() {
  const { schedule, asksToEnd } = useLoaderData<typeof loader>()
  const { t } = useTranslation('recurring')
  const format = useFormat()
  const text = useText()
  const { id, status, actions, dates, made, currency, stopReason, retryAt, nextOn, buyerName } = schedule
  const buttons = steps.filter((step) => actions.includes(step))
  return (
    <div className="flex max-w-reading flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Breadcrumbs
          items={[
            { label: t('invoices'), to: '/invoicing' },
            { label: t('title'), to: '/invoicing/recurring' },
            { label: t('name', { buyer: buyerName }) },
          ]}
        />
        <ScheduleStatusBadge status={status} />
      </div>
      {status === 'stopped' && stopReason && (
        <Alert tone="danger" title={t('detail.stopped')}>
          <p>{text(stopReason.key, stopReason.params)}</p>
          <p>{t('detail.stoppedHint')}</p>
        </Alert>
      )}
      {status === 'active' && retryAt !== null && stopReason && (
        <Alert tone="warning" title={t('detail.delayed', { date: format.date(nextOn ?? '') })}>
          <p>{text(stopReason.key, stopReason.params)}</p>
          <p>{t('detail.delayedHint', { time: format.dateTime(retryAt) })}</p>
        </Alert>
      )}
      {status === 'paused' && <Alert tone="info">{t('detail.paused')}</Alert>}
      <ScheduleFacts schedule={schedule} />
      {asksToEnd && (
        <Form method="post" action={`/invoicing/recurring/${id}/end`}>
          <ConfirmPanel
            title={t('detail.endTitle')}
            confirmLabel={t('detail.end')}
            cancelTo={`/invoicing/recurring/${id}`}
          >
            <p>{t('detail.endHint')}</p>
          </ConfirmPanel>
        </Form>
      )}
      {buttons.length > 0 && !asksToEnd && (
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to={`/invoicing/recurring/${id}/edit`} icon={Pencil} variant="outline">
            {t('detail.change')}
          </ButtonLink>
          {buttons.map((step) =>
            step === 'end' ? (
              <ButtonLink key={step} to="?end" variant="outline">
                {t('detail.end')}
              </ButtonLink>
            ) : (
              <Form key={step} method="post" action={`/invoicing/recurring/${id}/${step}`}>
                <SubmitButton variant={step === 'resume' ? 'primary' : 'outline'}>{t(`detail.${step}`)}</SubmitButton>
              </Form>
            ),
          )}
        </div>
      )}
      <Card title={t('detail.dates')}>
        {dates.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('detail.noDates')}</p>
        ) : (
          <ol className="grid gap-2 text-sm sm:grid-cols-3">
            {dates.map((day) => (
              <li key={day}>{format.date(day)}</li>
            ))}
          </ol>
        )}
      </Card>
      <Card title={t('detail.made')}>
        {made.length === 0 && <p className="text-sm text-muted-foreground">{t('detail.noneMade')}</p>}
        <ul className="divide-y divide-border text-sm">
          {made.map(({ id: rowId, runOn, invoiceId, number, grossCents, mailDueAt, isMailed, status }) => (
            <li key={rowId} className="flex flex-wrap items-baseline justify-between gap-4 py-2">
              <span>{format.date(runOn)}</span>
              {invoiceId ? (
                <TextLink block to={`/invoicing/${invoiceId}`}>
                  {number ?? t('draft')}
                </TextLink>
              ) : (
                <span className="text-muted-foreground">{t('detail.deleted')}</span>
              )}
              {mailDueAt !== null && <span>{t('detail.mailDue', { time: format.dateTime(mailDueAt) })}</span>}
              {mailDueAt === null && status === 'issued' && !isMailed && <span>{t('detail.notMailed')}</span>}
              {grossCents !== null && <Money cents={grossCents} currency={currency} />}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
