import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { askToAward } from '#app/features/approvals/ask-to-award.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { awardBid } from '#app/features/bids/award-bid.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { gapsOf } from '#app/features/bids/levelling/levelling.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { GapWarning } from '#app/features/bids/ui/gap-warning.tsx'
import { useVatText } from '#app/features/projects/ui/vat-text.ts'
import { rankedCents, rankingOf } from '#app/features/projects/vat-treatment.ts'
import { useFormat } from '#app/i18n/format.ts'
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
  const { id, companyName, exclusions, boundUntil, grossCents, netCents, currency, timelineWeeks, project } = bid
  const ranking = rankingOf(project)
  const shown = getComparison(ctx, project.id)
  const { basis } = ranking
  const figures = { grossCents, netCents, rankedCents: rankedCents(bid, ranking), basis, currency, timelineWeeks }
  return {
    id,
    companyName,
    ...{ exclusions, boundUntil },
    gaps: shown ? gapsOf(shown.comparison, id, shown.plugs) : [],
    ...figures,
    project: {
      ...{ id: project.id, title: project.title },
      ...{ vatTreatment: project.vatTreatment, vatGround: project.vatGround },
    },
    submissionId: newSubmissionId(),
    way: wayTo(ctx, 'award', id, { amountCents: grossCents, currency }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  const form = await readForm(request)
  const submissionId = submissionIdOf(form)
  return handleButton(request, `/bids/${bidId}`, () => {
    if (form.has('asks')) {
      const { id } = askToAward(ctx, { bidId, submissionId })
      return redirectWithFlash(request, `/approvals/${id}`, { tone: 'success', text: { key: 'approvals:flash.asked' } })
    }
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
    way,
    gaps,
    exclusions,
    boundUntil,
  } = useLoaderData<typeof loader>()
  const vatText = useVatText()
  const format = useFormat()
  const { t } = useTranslation('bids')
  const { t: tApprovals } = useTranslation('approvals')
  return (
    <Form method="post">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ConfirmPanel
        title={t('award.heading', { company: companyName })}
        confirmLabel={isAsking(way) ? tApprovals('notice.ask') : t('award.confirm')}
        cancelTo={`/projects/${project.id}/bids`}
        cancelLabel={t('award.back')}
        destructive={false}
      >
        <WayNotice way={way} />
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
              ...(exclusions === null ? [] : [{ term: t('field.exclusions'), description: exclusions, wide: true }]),
              ...(boundUntil === null ? [] : [{ term: t('field.validUntil'), description: format.date(boundUntil) }]),
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
