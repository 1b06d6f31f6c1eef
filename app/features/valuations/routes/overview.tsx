import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ClipboardList, FileCheck, Ruler } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import { nextStep } from '#app/features/valuations/next-step.ts'
import { getValuations } from '#app/features/valuations/queries.server.ts'
import { ScheduleTable } from '#app/features/valuations/ui/schedule-table.tsx'
import { ValuationCrumbs } from '#app/features/valuations/ui/valuation-crumbs.tsx'
import { ValuationTable } from '#app/features/valuations/ui/valuation-table.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

export const handle: PageHandle = { title: 'valuations:title', description: 'valuations:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  return orNotFound(getValuations(ctx, params.milestoneId ?? ''))
}

/** How a milestone is paid as its work goes on: what the reader has to do now, its schedule of values, and its valuations. */
export default function Valuations() {
  const page = useLoaderData<typeof loader>()
  const { contract, milestone, role, schedule, proposed, declined, valuations, open } = page
  const { t } = useTranslation('valuations')
  const format = useFormat()
  const { currency } = contract
  const path = `/milestones/${milestone.id}`
  const rest = restOf(milestone)
  const step = nextStep(page)
  const side = role === 'provider' ? 'provider' : 'client'
  const figures = [
    ['amount', milestone.amountCents],
    ['certified', rest.beforeCents],
    ['left', rest.amountCents],
  ] as const
  return (
    <div className="flex flex-col gap-6">
      <ValuationCrumbs contract={contract} milestone={milestone} />
      <Alert tone="info" title={t('next.title')} className="print:hidden">
        <p>{t(`next.${step}.${side}`)}</p>
        {step === 'certify' && <p className="mt-1">{t('silence')}</p>}
        {declined && step === 'propose' && <p className="mt-1 wrap-anywhere">{t('declined', { reason: declined })}</p>}
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {page.scheduleActions.includes('accept') && (
            <ButtonLink to={`${path}/schedule`} icon={FileCheck}>
              {t('action.answerSchedule')}
            </ButtonLink>
          )}
          {page.scheduleActions.includes('withdraw') && proposed && (
            <Form method="post" action={`${path}/schedule/withdraw`}>
              <input type="hidden" name="scheduleId" value={proposed.id} />
              <SubmitButton variant="outline">{t('action.withdrawSchedule')}</SubmitButton>
            </Form>
          )}
          {page.mayClaim && (
            <ButtonLink to={`${path}/valuations/new`} icon={Ruler}>
              {t('action.claim')}
            </ButtonLink>
          )}
          {open && (
            <ButtonLink to={`/valuations/${open.id}`} icon={FileCheck}>
              {t(side === 'client' ? 'action.answer' : 'action.view', { name: open.name })}
            </ButtonLink>
          )}
          {page.mayPropose && (
            <ButtonLink to={`${path}/schedule/new`} icon={ClipboardList} variant={schedule ? 'outline' : 'primary'}>
              {t('action.propose')}
            </ButtonLink>
          )}
        </div>
      </Alert>
      <StatGrid count={3}>
        {figures.map(([name, cents]) => (
          <Stat key={name} label={t(`figure.${name}`)} value={format.money(cents, currency)} />
        ))}
      </StatGrid>
      {proposed && (
        <PageSection title={t('schedule.proposed')} description={t('schedule.proposedText')}>
          <ScheduleTable lines={proposed.lines} currency={currency} progress={false} />
        </PageSection>
      )}
      {schedule && (
        <PageSection title={t('schedule.title')} description={t('schedule.text')}>
          <ScheduleTable lines={schedule.lines} currency={currency} progress />
        </PageSection>
      )}
      {valuations.length > 0 && (
        <PageSection title={t('list.title')} description={t('list.text')}>
          <ValuationTable rows={valuations} currency={currency} />
        </PageSection>
      )}
    </div>
  )
}
