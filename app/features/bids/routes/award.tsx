import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { awardBid } from '#app/features/bids/award-bid.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { gapsOf } from '#app/features/bids/levelling/levelling.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { GapWarning } from '#app/features/bids/ui/gap-warning.tsx'
import { useVatText } from '#app/features/projects/ui/vat-text.ts'
import { rankedCents, rankingOf } from '#app/features/projects/vat-treatment.ts'
import { refusalOfMandate } from '#app/features/team/mandates.server.ts'
import { MandateNotice } from '#app/features/team/ui/mandate-notice.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bids:award.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.award')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  if (!availableBidActions(bid, ctx.now).includes('award')) throw redirect(`/bids/${bid.id}`)
  const { id, companyName, grossCents, netCents, currency, timelineWeeks, project } = bid
  const ranking = rankingOf(project)
  const shown = getComparison(ctx, project.id)
  const { basis } = ranking
  const figures = { grossCents, netCents, rankedCents: rankedCents(bid, ranking), basis, currency, timelineWeeks }
  return {
    id,
    companyName,
    gaps: shown ? gapsOf(shown.comparison, id, shown.plugs) : [],
    ...figures,
    project: {
      ...{ id: project.id, title: project.title },
      ...{ vatTreatment: project.vatTreatment, vatGround: project.vatGround },
    },
    submissionId: newSubmissionId(),
    refusal: refusalOfMandate(ctx.db, ctx, 'award', { amountCents: grossCents, currency }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  const submissionId = submissionIdOf(await readForm(request))
  return handleButton(request, `/bids/${bidId}`, () => {
    const { projectId } = awardBid(ctx, { bidId, submissionId })
    return redirectWithFlash(request, `/projects/${projectId}`, { tone: 'success', text: { key: 'bids:awarded' } })
  })
}

export default function AwardBid() {
  const {
    companyName,
    netCents,
    grossCents,
    rankedCents,
    basis,
    currency,
    timelineWeeks,
    project,
    submissionId,
    refusal,
    gaps,
  } = useLoaderData<typeof loader>()
  const vatText = useVatText()
  const { t } = useTranslation('bids')
  return (
    <Form method="post">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ConfirmPanel
        title={t('award.heading', { company: companyName })}
        confirmLabel={t('award.confirm')}
        cancelTo={`/projects/${project.id}/bids`}
        cancelLabel={t('award.back')}
        destructive={false}
      >
        <MandateNotice refusal={refusal} />
        {gaps.length > 0 && <GapWarning gaps={gaps} currency={currency} />}
        <div className="rounded-md border border-border p-4 text-foreground">
          <DescriptionList
            items={[
              { term: t('field.project'), description: project.title },
              { term: t('field.net'), description: <Money cents={netCents} currency={currency} /> },
              { term: t('field.gross'), description: <Money cents={grossCents} currency={currency} /> },
              { term: t('field.vat'), description: vatText(project) },
              {
                term: t(`compare.ranked.${basis}`),
                description: <Money cents={rankedCents} currency={currency} className="font-semibold" />,
              },
              { term: t('field.timeline'), description: t('weeks', { count: timelineWeeks }) },
            ]}
          />
        </div>
        <ul className="flex list-disc flex-col gap-1.5 ps-5">
          <li>{t('award.told', { company: companyName })}</li>
          <li>{t('award.others')}</li>
          <li>{t('award.next')}</li>
        </ul>
      </ConfirmPanel>
    </Form>
  )
}
