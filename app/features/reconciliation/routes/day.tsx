import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { dayAfter, dayBefore, dayOf } from '#app/features/reconciliation/days.ts'
import { getReconciliation } from '#app/features/reconciliation/reconcile-day.server.ts'
import { lastReconciliation } from '#app/features/reconciliation/record-reconciliation.server.ts'
import { ReconciledCurrency } from '#app/features/reconciliation/ui/reconciled-currency.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'reconciliation:title', description: 'reconciliation:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const { day, today } = dayOf(request, ctx.now)
  const last = lastReconciliation(ctx.db)
  return {
    day,
    next: day < today ? dayAfter(day) : null,
    today,
    all: await getReconciliation(ctx, day),
    night: last && { day: last.day, verdict: last.verdict },
  }
}

export default function ReconciliationPage() {
  const { day, next, today, all, night } = useLoaderData<typeof loader>()
  const { t } = useTranslation('reconciliation')
  const format = useFormat()
  const path = '/escrow/reconciliation'
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('escrow'), to: '/escrow' }, { label: t('title') }]} />
      <p className="max-w-prose text-sm text-muted-foreground">{t('about')}</p>
      <div className="flex flex-wrap items-end justify-between gap-4 print:hidden">
        <Form method="get" action={path} key={day} className="flex flex-wrap items-end gap-3">
          <Field type="date" name="day" label={t('day')} defaultValue={day} max={today} />
          <SubmitButton variant="secondary">{t('show')}</SubmitButton>
        </Form>
        <ButtonLink to={`${path}.csv?day=${day}`} reloadDocument icon={Download} variant="outline">
          {t('csv')}
        </ButtonLink>
      </div>
      <p className="flex flex-wrap gap-4 text-sm print:hidden">
        <TextLink to={`${path}?day=${dayBefore(day)}`}>{t('previous')}</TextLink>
        {next && <TextLink to={`${path}?day=${next}`}>{t('next')}</TextLink>}
      </p>
      {night && (
        <p className="text-sm text-muted-foreground">
          {t('night', { day: format.date(night.day), verdict: t(`verdict.${night.verdict}`) })}
        </p>
      )}
      {all.length === 0 && <Alert tone="info">{t('nothing')}</Alert>}
      {all.map((one) => (
        <ReconciledCurrency key={one.currency} of={one} />
      ))}
    </div>
  )
}
