import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CalendarDays, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { getVisits } from '#app/features/visits/queries.server.ts'
import { VisitList, type VisitRow } from '#app/features/visits/ui/visit-list.tsx'
import { maxVisits, minutesRefusal, movingRefusal, planningRefusal, signUpRefusal } from '#app/features/visits/visit.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'visits:title', description: 'visits:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'projects.read')
  const project = orNotFound(getProject(ctx, params.projectId ?? ''))
  const { id, title, timeZone, role, status } = project
  const { now } = ctx
  const own = withinProject(ctx, project.id)
  const mayPlan = can(own, 'projects.update') && planningRefusal(project, now) === null
  const visits: VisitRow[] = getVisits(ctx, id).map((visit) => ({
    ...visit,
    canMove: mayPlan && (status === 'draft' || movingRefusal(visit, now) === null),
    canSignUp: ctx.company !== null && can(ctx, 'bids.create') && signUpRefusal(project, visit, now) === null,
    isAhead: visit.startsAt > now && visit.cancelledAt === null,
    canPublishMinutes: can(own, 'projects.amend') && minutesRefusal(project, visit, now) === null,
  }))
  return {
    project: { id, title, timeZone },
    visits,
    isOwner: role === 'owner',
    canPlan: mayPlan && visits.length < maxVisits,
    submissionId: newSubmissionId(),
  }
}

/** When and where the site can be seen. */
export default function Visits() {
  const { project, visits, isOwner, canPlan, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('visits')
  const { t: tProject } = useTranslation('projects')
  const plan = canPlan && (
    <ButtonLink to={`/projects/${project.id}/visits/new`} icon={Plus}>
      {t('plan.open')}
    </ButtonLink>
  )
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('title') },
        ]}
      />
      {visits.length === 0 ? (
        <EmptyState icon={CalendarDays} title={t('none')} action={plan || undefined}>
          {t(canPlan ? 'nonePlan' : 'noneText')}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-end justify-between gap-4">
            <h2 className="min-w-0 text-xl font-semibold tracking-tight text-balance wrap-anywhere">{project.title}</h2>
            {plan}
          </div>
          <Alert tone="info">{t(isOwner ? 'privateOwner' : 'private')}</Alert>
          <VisitList visits={visits} project={project} submissionId={submissionId} />
        </>
      )}
    </div>
  )
}
