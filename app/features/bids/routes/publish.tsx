import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Pencil, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { CriteriaLink } from '#app/features/evaluation/ui/criteria-link.tsx'
import { projectMachine } from '#app/features/projects/project.ts'
import { publicationGaps } from '#app/features/projects/publication-gaps.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { ProjectContent } from '#app/features/projects/ui/project-content.tsx'
import { ProjectFacts } from '#app/features/projects/ui/project-facts.tsx'
import { ProjectHeader } from '#app/features/projects/ui/project-header.tsx'
import { demandedNames } from '#app/features/qualifications/demanded-names.server.ts'
import { getTender } from '#app/features/tenders/queries.server.ts'
import { DocumentsCard } from '#app/features/tenders/ui/documents-card.tsx'
import { VisitsLink } from '#app/features/visits/ui/visits-link.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { expectedVersionOf } from '#app/platform/forms/require-unchanged.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

// Publishing is here and not in projects because its page shows what other features add to a project.
export const handle: PageHandle = { title: 'closing:publish.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.publish')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const { id, status, bidDeadline } = project
  const allowed = projectMachine.allowed(status, 'owner', { now: ctx.now, bidDeadline })
  if (project.isSample || !allowed.includes('publish')) leavePage(`/projects/${id}`)
  const { documents } = getTender(ctx, project)
  const hasVisits = listVisits(ctx.db, id).length > 0
  return {
    ...{ project, documents, hasVisits, now: ctx.now },
    demanded: await demandedNames(request, ctx, project),
    gaps: publicationGaps(project, { documents: documents.length, hasVisits, now: ctx.now }),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const projectId = params.projectId ?? ''
  const form = await readForm(request)
  const step = { submissionId: submissionIdOf(form), expectedVersion: expectedVersionOf(form) }
  return handleButton(request, `/projects/${projectId}`, () => {
    const { invitedOnly } = publishProject(ctx, { ...step, projectId })
    // Nobody can bid on a project by invitation before somebody is invited.
    const [next, key] = invitedOnly ? ['/invitations', 'publishedInvited'] : ['', 'published']
    return redirectWithFlash(request, `/projects/${projectId}${next}`, {
      tone: 'success',
      text: { key: `projects:${key}` },
    })
  })
}

/** Everything that bidders will see, what may be missing in it, and the button that publishes it. */
export default function Publish() {
  const { project, documents, demanded, hasVisits, gaps, now, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('closing')
  const { t: tProject } = useTranslation('projects')
  const { t: tTenders } = useTranslation('tenders')
  const gapText = (gap: (typeof gaps)[number]) =>
    gap === 'lines'
      ? tProject('detail.linesNone')
      : gap === 'documents'
        ? tTenders('documents.none')
        : t(`publish.${gap}`)
  const shown = { ...project, role: 'other' as const }
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('publish.title') },
        ]}
      />
      <Alert
        title={t('publish.heading')}
        actions={
          <>
            <ActionButton
              to={`/projects/${project.id}/publish`}
              submissionId={submissionId}
              expectedVersion={project.updatedAt}
              icon={Send}
            >
              {tProject('detail.publish')}
            </ActionButton>
            <ButtonLink to={`/projects/${project.id}/edit`} variant="outline" icon={Pencil}>
              {tProject('detail.edit')}
            </ButtonLink>
          </>
        }
      >
        {t('publish.text')}
      </Alert>
      {gaps.length > 0 && (
        <Alert tone="warning" title={t('publish.missing')}>
          <ul className="list-disc ps-5">
            {gaps.map((gap) => (
              <li key={gap}>{gapText(gap)}</li>
            ))}
          </ul>
        </Alert>
      )}
      <h2 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">{project.title}</h2>
      <ProjectHeader project={project}>{null}</ProjectHeader>
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <div className="order-last flex min-w-0 flex-col gap-6 lg:order-first lg:col-span-2">
          <ProjectContent project={project} />
          <DocumentsCard project={shown} documents={documents} buttons={[]} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ProjectFacts project={shown} now={now} />
          <Card className="*:flex *:flex-col *:gap-3">
            <CriteriaLink projectId={project.id} demanded={demanded} />
            {hasVisits && <VisitsLink projectId={project.id} />}
          </Card>
        </div>
      </div>
    </div>
  )
}
