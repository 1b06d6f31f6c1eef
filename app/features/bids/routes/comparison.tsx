import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Gavel } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can, permittedActions } from '#app/features/accounts/require-right.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { bidRights } from '#app/features/bids/bid-rights.ts'
import { ComparisonAlternates } from '#app/features/bids/options/comparison-alternates.tsx'
import { ComparisonOptions } from '#app/features/bids/options/comparison-options.tsx'
import { getComparison } from '#app/features/bids/queries.server.ts'
import { ComparisonActions } from '#app/features/bids/ui/comparison-actions.tsx'
import { ComparisonNotes, OutOfComparison } from '#app/features/bids/ui/comparison-notes.tsx'
import { ComparisonSheet } from '#app/features/bids/ui/comparison-sheet.tsx'
import { ComparisonTerms } from '#app/features/bids/ui/comparison-terms.tsx'
import type { ComparisonView } from '#app/features/bids/ui/comparison-view.ts'
import { PlugList } from '#app/features/bids/ui/plug-list.tsx'
import { isExpired } from '#app/features/bids/validity/validity.ts'
import { fallbackAmong } from '#app/features/decisions/choice.server.ts'
import { hasDecision } from '#app/features/decisions/queries.server.ts'
import { FallbackNotice } from '#app/features/decisions/ui/fallback-notice.tsx'
import { EvaluationSummary } from '#app/features/evaluation/ui/evaluation-summary.tsx'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { runningStandstill } from '#app/features/standstill/find-standstill.server.ts'
import { StandstillNotice } from '#app/features/standstill/ui/standstill-notice.tsx'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

export const handle: PageHandle = { title: 'bids:compare.title', description: 'bids:compare.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const shown = orNotFound(getComparison(ctx, params.projectId ?? ''))
  const { project, bidders, comparison, levelling, plugs, scores } = shown
  // While the bids are sealed there is nothing to see, and nothing may reveal how many there are.
  if (project.bidsOpenedAt === null) throw redirect(`/projects/${project.id}`)
  const { id, title, currency, version } = project
  const own = withinProject(ctx, id)
  return {
    project: { id, title, currency, version },
    bidders: bidders.map((bidder) => ({
      ...bidder,
      actions: permittedActions(
        own,
        availableBidActions({ ...bidder, role: 'owner', requestChanged: false, project }, ctx.now),
        bidRights,
      ).filter((action) => action !== 'award' || scores !== 'pending'),
      isExpired: isExpired({ ...bidder, timeZone: project.timeZone, now: ctx.now }),
      submissionId: newSubmissionId(),
    })),
    ...{ comparison, levelling, plugs, scores },
    isDecided: hasDecision(ctx, project.id),
    standstill: runningStandstill(ctx, id),
    fallback: project.status === 'evaluating' ? fallbackAmong(ctx, shown) : null,
    submissionId: newSubmissionId(),
    canLevel: project.status === 'evaluating' && can(own, 'bids.level'),
    canAsk: project.status === 'evaluating' && can(own, 'bids.askExtension'),
  }
}

export default function CompareBids() {
  const { project, bidders, comparison, levelling, plugs, canLevel, canAsk } = useLoaderData<typeof loader>()
  const { scores, isDecided, fallback, standstill, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bids')
  const { t: tProject } = useTranslation('projects')
  const { id, currency } = project
  const compared = comparison.totals.flatMap(({ bidId }) => bidders.filter((bidder) => bidder.id === bidId))
  const out = bidders.filter((bidder) => !compared.includes(bidder))
  const { version } = project
  const levelled = { levelling, plugs, canLevel, byCriteria: scores !== 'none' }
  const view: ComparisonView = { projectId: id, currency, version, bidders: compared, comparison, ...levelled }
  const figure = (cents: number | null) =>
    cents === null ? '–' : <Money cents={cents} currency={currency} decimals={false} />
  const isDoubtful = bidders.some((bidder) => !bidder.sealIntact)
  return (
    <div className="comparison-page flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${id}` },
          { label: t('compare.title') },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="min-w-0 text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">
          {project.title}
        </h2>
        <ComparisonActions
          projectId={id}
          canAsk={canAsk && compared.some(({ boundUntil }) => boundUntil !== null)}
          {...{ hasBids: bidders.length > 0, isDecided }}
        />
      </div>
      {standstill && <StandstillNotice standstill={standstill} isClient />}
      {fallback && <FallbackNotice fallback={fallback} submissionId={submissionId} />}
      <EvaluationSummary projectId={id} scores={scores} bidders={bidders} />
      {isDoubtful && (
        <Alert tone="danger" title={t('seal.broken')}>
          {t('seal.brokenText')}
        </Alert>
      )}
      {compared.length > 0 ? (
        <>
          <StatGrid count={3}>
            <Stat
              label={t('compare.count')}
              value={compared.length}
              note={isDoubtful ? undefined : t('seal.allVerified')}
              noteTone="success"
            />
            <Stat
              label={t('compare.lowestComplete')}
              value={figure(comparison.lowestCompleteCents)}
              note={t(`compare.ranked.${comparison.basis}`)}
            />
            <Stat
              label={t('compare.medianTotal')}
              value={figure(comparison.medianCents)}
              note={t(`compare.ranked.${comparison.basis}`)}
            />
          </StatGrid>
          <section aria-labelledby="side-by-side">
            <h2 id="side-by-side" className="sr-only">
              {t('compare.title')}
            </h2>
            <ComparisonSheet {...view} />
            <ComparisonNotes {...view} />
          </section>
          <ComparisonOptions {...view} />
          <ComparisonAlternates bidders={bidders} currency={project.currency} />
          {plugs.length > 0 && <PlugList {...view} />}
          <ComparisonTerms bidders={compared} />
        </>
      ) : (
        <EmptyState icon={Gavel} title={t('compare.none.title')}>
          {t('compare.none.text')}
        </EmptyState>
      )}
      {out.length > 0 && <OutOfComparison bidders={out} />}
    </div>
  )
}
