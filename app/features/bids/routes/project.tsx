import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { can, permittedActions } from '#app/features/accounts/require-right.server.ts'
import { getAwardedBid } from '#app/features/bids/award-queries.server.ts'
import { countVisibleBids, getOwnBid } from '#app/features/bids/queries.server.ts'
import { canAcceptRest } from '#app/features/bids/rest/own-prices.server.ts'
import { hasTypedBid } from '#app/features/bids/typing/typed-bid.server.ts'
import { BidderPanel, OwnBidCard } from '#app/features/bids/ui/bidder-panel.tsx'
import { OwnerPanel } from '#app/features/bids/ui/owner-panel.tsx'
import { callableConversation } from '#app/features/calls/callable-conversation.server.ts'
import { ProjectConversation } from '#app/features/calls/ui/project-conversation.tsx'
import { findProjectContract } from '#app/features/contracts/project-contract.server.ts'
import { revokedAward } from '#app/features/decisions/fallback.server.ts'
import { awaitsScores } from '#app/features/evaluation/evaluation.server.ts'
import { CriteriaLink } from '#app/features/evaluation/ui/criteria-link.tsx'
import { lacksInvitations } from '#app/features/invitations/queries.server.ts'
import { hasTeamPage } from '#app/features/projects/members/project-team.server.ts'
import { isInProjectConversation, withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { projectButtons, projectRights, sampleButtons } from '#app/features/projects/project-rights.ts'
import { getProject, listContinuation } from '#app/features/projects/queries.server.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { ProjectContent } from '#app/features/projects/ui/project-content.tsx'
import { ProjectFacts } from '#app/features/projects/ui/project-facts.tsx'
import { ProjectHeader } from '#app/features/projects/ui/project-header.tsx'
import { demandedNames } from '#app/features/qualifications/demanded-names.server.ts'
import { followOf } from '#app/features/tenders/follows.server.ts'
import { getTender } from '#app/features/tenders/queries.server.ts'
import { DocumentsCard } from '#app/features/tenders/ui/documents-card.tsx'
import { FollowButton } from '#app/features/tenders/ui/follow-button.tsx'
import { QuestionsCard } from '#app/features/tenders/ui/questions-card.tsx'
import { TenderSetCard } from '#app/features/tenders/ui/tender-set-card.tsx'
import { VisitsLink } from '#app/features/visits/ui/visits-link.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Steps } from '#app/ui/steps.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

// The project page is here and not in projects because it shows bids, which are above that feature.
export const handle: PageHandle = {
  title: 'projects:list.title',
  titleOf: (data) => (data as { project: { title: string } }).project.title,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'projects.read')
  const project = orNotFound(getProject(ctx, params.projectId ?? ''))
  const isOwner = project.role === 'owner'
  return {
    project,
    tender: getTender(ctx, project),
    demanded: await demandedNames(request, ctx, project),
    follow: followOf(ctx, project),
    hasVisits: listVisits(ctx.db, project.id).length > 0,
    now: ctx.now,
    canBid: can(ctx, 'bids.create'),
    buttons: permittedActions(
      withinProject(ctx, project.id),
      project.isSample ? sampleButtons : projectButtons,
      projectRights,
    ),
    isPending: isOwner && can(ctx, 'bids.read') && awaitsScores(ctx.db, project),
    bidCount: isOwner ? countVisibleBids(ctx, project.id) : 0,
    awardedTo: isOwner && can(ctx, 'bids.read') ? (getAwardedBid(ctx.db, project.id)?.companyName ?? null) : null,
    revoked:
      isOwner && can(ctx, 'bids.read') && project.status === 'evaluating' ? revokedAward(ctx.db, project.id) : null,
    ownBid: isOwner ? null : getOwnBid(ctx, project.id),
    hasBegun: hasTypedBid(ctx, project.id),
    canAcceptRest: canAcceptRest(ctx, project),
    contractId: findProjectContract(ctx, project.id),
    continuation: listContinuation(ctx, project.id),
    nobodyInvited: isOwner && lacksInvitations(ctx, project),
    hasChat:
      isOwner && !project.isSample && ctx.company?.kind === 'organization' && isInProjectConversation(ctx, project.id),
    chat: callableConversation(ctx, 'project', project.id),
    hasTeam: hasTeamPage(ctx, project.id),
  }
}

const stages = ['draft', 'open', 'evaluating', 'awarded', 'active', 'completed'] as const

export default function Project() {
  const { project, tender, demanded, now, canBid, buttons, ...rest } = useLoaderData<typeof loader>()
  const { follow, hasVisits, isPending, bidCount, awardedTo, ownBid, continuation, nobodyInvited, hasChat } = rest
  const { contractId, hasBegun, canAcceptRest, hasTeam, chat, revoked } = rest
  const { t } = useTranslation('projects')
  const isOwner = project.role === 'owner'
  const stage = (stages as readonly string[]).indexOf(project.status)
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: isOwner ? '/projects' : '/projects?view=open' },
          { label: project.title },
        ]}
      />
      <ProjectHeader project={project}>
        {follow && <FollowButton projectId={project.id} isFollowed={follow === 'followed'} />}
        {hasChat && <ProjectConversation projectId={project.id} chat={chat} />}
      </ProjectHeader>
      {isOwner && stage >= 0 && (
        <Steps steps={stages.map((one) => ({ label: t(`status.${one}`) }))} current={stage + 1} />
      )}
      {continuation.map(({ id, title, side }) => (
        <p key={id} className="text-sm">
          <TextLink to={`/projects/${id}`}>
            {t(side === 'before' ? 'detail.continues' : 'detail.continuedBy', { title })}
          </TextLink>
        </p>
      ))}
      {isOwner ? (
        <OwnerPanel
          project={project}
          buttons={buttons}
          isPending={isPending}
          bidCount={bidCount}
          awardedTo={awardedTo}
          revoked={revoked}
          contractId={contractId}
          nobodyInvited={nobodyInvited}
          now={now}
        />
      ) : (
        <BidderPanel {...{ project, hasBegun, canAcceptRest, now, canBid, contractId }} bid={ownBid} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <div className="order-last flex min-w-0 flex-col gap-6 lg:order-first lg:col-span-2">
          <ProjectContent project={project} />
          <QuestionsCard project={project} tender={tender} canAsk={canBid} buttons={buttons} now={now} />
          <DocumentsCard project={project} documents={tender.documents} buttons={buttons} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {ownBid && <OwnBidCard bid={ownBid} />}
          <ProjectFacts project={project} now={now} mayPublish={buttons.includes('publish')} />
          <Card className="*:flex *:flex-col *:gap-3">
            <CriteriaLink projectId={project.id} demanded={demanded} />
            {(hasVisits || (isOwner && !project.isSample)) && <VisitsLink projectId={project.id} />}
            {hasTeam && <TextLink to={`/projects/${project.id}/team`}>{t('detail.team')}</TextLink>}
          </Card>
          <TenderSetCard projectId={project.id} sets={tender.sets} isOwner={isOwner} />
        </div>
      </div>
    </div>
  )
}
