import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getInvoice, getOwnInvoice } from '#app/features/invoicing/queries.server.ts'
import { getReminding, listReminders, wasRemindedWithinWeek } from '#app/features/reminders/queries.server.ts'
import { remindBuyer } from '#app/features/reminders/remind-buyer.server.ts'
import { reminderSchema } from '#app/features/reminders/schemas.server.ts'
import { Reckoning } from '#app/features/reminders/ui/reckoning.tsx'
import { RemindForm } from '#app/features/reminders/ui/remind-form.tsx'
import { ScheduleCard } from '#app/features/reminders/ui/schedule-card.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'reminders:title', description: 'reminders:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const invoice = orNotFound(getInvoice(ctx, params.invoiceId ?? ''))
  const { id, document, actions, role } = invoice
  return {
    ...{ id, number: document.number, currency: document.currency, email: document.buyer.email ?? '' },
    canRemind: actions.includes('remind'),
    canHold: role === 'issuer' && document.number !== null && document.openCents > 0 && can(ctx, 'invoices.send'),
    reminding: role === 'issuer' ? getReminding(ctx, id) : null,
    reminders: listReminders(ctx, invoice),
    isEarly: role === 'issuer' && wasRemindedWithinWeek(ctx.db, id, ctx.now),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const { id: invoiceId } = orNotFound(getOwnInvoice(ctx, params.invoiceId ?? ''))
  const { locale } = await localeContextOf(request, ctx.actor)
  return handleForm(request, reminderSchema, (input) => {
    const email = input.way === 'mail' ? input.email : null
    const { id } = remindBuyer(ctx, { invoiceId, email, locale, again: input.again, submissionId: input.submissionId })
    const key = email === null ? 'reminders:flash.recorded' : 'reminders:flash.sent'
    const text = { key, params: { email: email ?? '' } }
    return redirectWithFlash(request, `/invoicing/${invoiceId}/reminders/${id}`, { tone: 'success', text })
  })
}

export default function Reminders() {
  const { id, number, currency, email, canRemind, canHold, reminding, reminders, isEarly, submissionId } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('reminders')
  const format = useFormat()
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('invoices'), to: '/invoicing' },
          { label: number ?? t('draft'), to: `/invoicing/${id}` },
          { label: t('title') },
        ]}
      />
      <Card title={t('sent')}>
        {reminders.length === 0 && <p className="text-sm text-muted-foreground">{t('none')}</p>}
        <ul className="flex flex-col gap-3 text-sm">
          {reminders.map((one) => (
            <li key={one.id}>
              <TextLink block to={`/invoicing/${id}/reminders/${one.id}`}>
                {t('entry', { number: one.position, date: format.date(one.sentOn) })}
              </TextLink>
              <span className="block text-muted-foreground">
                {[
                  format.money(one.openCents + one.interestCents + one.chargeCents, currency),
                  one.recipient ?? t('givenByHand'),
                  one.isAutomatic ? t('automatic') : one.by,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {canRemind && reminding?.now && (
        <>
          <Card title={t('today')}>
            <Reckoning reckoned={reminding.now} currency={currency} />
          </Card>
          <RemindForm {...{ lastResult, email, isEarly, submissionId }} />
        </>
      )}
      {reminding && !canRemind && <p className="text-sm text-muted-foreground">{t('notNow')}</p>}
      {reminding && (
        <ScheduleCard invoiceId={id} schedule={reminding.schedule} hold={reminding.hold} canHold={canHold} />
      )}
    </div>
  )
}
