import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { askToAward } from '#app/features/approvals/ask-to-award.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { calculateBidTotals, lineNetCents } from '#app/features/bids/bid-totals.ts'
import { OptionChoice, useOptionFacts } from '#app/features/bids/options/option-choice.tsx'
import { pricedOptions, withOptions } from '#app/features/bids/options/options.server.ts'
import { getQualificationView } from '#app/features/bids/qualification/answers-page.server.ts'
import { QualificationWarning } from '#app/features/bids/qualification/ui/qualification-warning.tsx'
import { getBid } from '#app/features/bids/queries.server.ts'
import { GapWarning } from '#app/features/bids/ui/gap-warning.tsx'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { getChoice } from '#app/features/decisions/choice.server.ts'
import { awardSchema } from '#app/features/decisions/schemas.server.ts'
import { AwardFields, type awardFields } from '#app/features/decisions/ui/award-fields.tsx'
import { useVatText } from '#app/features/projects/ui/vat-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bids:award.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.award')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  if (!availableBidActions(bid, ctx.now).includes('award')) leavePage(`/bids/${bid.id}`)
  const { id, companyName, grossCents, netCents, currency, timelineWeeks, exclusions, boundUntil } = bid
  const { id: projectId, title, vatTreatment, vatGround } = bid.project
  const offered = pricedOptions(bid.lines)
  const asked = new URL(request.url).searchParams.getAll('option')
  const chosen = offered.flatMap((line) => (asked.includes(line.id) ? line.id : []))
  const withChosen = calculateBidTotals(withOptions(bid.lines, chosen))
  const choice = orNotFound(getChoice(ctx, bid))
  if (choice.awaitsScores) leavePage(`/projects/${projectId}/evaluation`)
  return {
    ...{ id, companyName, grossCents, netCents, currency, timelineWeeks, exclusions, boundUntil },
    project: { id: projectId, title, vatTreatment, vatGround },
    choice,
    qualification: getQualificationView(ctx, bid),
    submissionId: newSubmissionId(),
    options: offered.map((line) => ({ ...line, netCents: lineNetCents(line) })),
    ...{ chosen, withChosen },
    way: wayTo(ctx, 'award', id, { amountCents: withChosen.grossCents, currency }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  return handleForm(request, awardSchema, ({ asks, ...input }) => {
    if (asks) {
      const { id } = askToAward(ctx, { ...input, bidId })
      return redirectWithFlash(request, `/approvals/${id}`, { tone: 'success', text: { key: 'approvals:flash.asked' } })
    }
    const { projectId } = awardBid(ctx, { ...input, bidId })
    return redirectWithFlash(request, `/projects/${projectId}`, { tone: 'success', text: { key: 'bids:awarded' } })
  })
}

type AwardForm = Record<(typeof awardFields)[number], string>

export default function AwardBid() {
  const { companyName, netCents, grossCents, currency, timelineWeeks, exclusions, boundUntil, ...page } =
    useLoaderData<typeof loader>()
  const { project, choice, submissionId, way, qualification, options, chosen, withChosen } = page
  const lastResult = useActionData<typeof action>()?.lastResult
  const vatText = useVatText()
  const format = useFormat()
  const { t } = useTranslation('bids')
  const { t: tDecision } = useTranslation('decisions')
  const { t: tApprovals } = useTranslation('approvals')
  const { contact, basis, rankedCents, gaps } = choice
  const defaultValue = { contact, appeals: '', reason: '', fallbackBidId: '' }
  const [form, fields] = useForm<AwardForm>({ id: 'award', lastResult, defaultValue })
  const labels = {
    reason: tDecision('award.reason'),
    contact: tDecision('award.contact'),
    appeals: tDecision('award.appeals'),
    fallbackBidId: tDecision('award.fallback'),
  }
  const optionFacts = useOptionFacts(chosen.length > 0 ? withChosen : null, currency)
  const summaryLabels = { ...labels, optionIds: tDecision('letter.options') }
  return (
    <div className="flex flex-col gap-6">
      {options.length > 0 && <OptionChoice {...{ options, chosen, currency }} />}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        {chosen.map((optionId, index) => (
          <input key={optionId} type="hidden" name={`optionIds[${index}]`} value={optionId} />
        ))}
        <ErrorSummary form={form} labels={summaryLabels} />
        <ConfirmPanel
          title={t('award.heading', { company: companyName })}
          confirmLabel={isAsking(way) ? tApprovals('notice.ask') : t('award.confirm')}
          cancelTo={`/projects/${project.id}/bids`}
          cancelLabel={t('award.back')}
          destructive={false}
        >
          <QualificationWarning bidId={page.id} currency={currency} view={qualification} />
          <WayNotice way={way} />
          {gaps.length > 0 && <GapWarning gaps={gaps} currency={currency} />}
          <div className="rounded-md border border-border p-4 text-foreground">
            <DescriptionList
              items={[
                { term: t('field.project'), description: project.title },
                { term: t('field.net'), description: <Money cents={netCents} currency={currency} /> },
                { term: t('field.gross'), description: <Money cents={grossCents} currency={currency} /> },
                ...optionFacts,
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
          <AwardFields fields={fields} labels={labels} choice={choice} />
          <ul className="flex list-disc flex-col gap-1.5 ps-5">
            <li>{t('award.told', { company: companyName })}</li>
            <li>{tDecision('award.letters')}</li>
            <li>{t('award.others')}</li>
            <li>{t('award.next')}</li>
          </ul>
        </ConfirmPanel>
      </Form>
    </div>
  )
}
