import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getProjectTeam } from '#app/features/projects/members/project-team.server.ts'
import { projectRoleSchema } from '#app/features/projects/members/schemas.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import { AddToTeam, OtherSide, TeamHistory, TeamTable } from '#app/features/projects/ui/project-team.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projectteam:title', description: 'projectteam:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return { ...orNotFound(getProjectTeam(ctx, params.projectId ?? '')), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const { project } = orNotFound(getProjectTeam(ctx, params.projectId ?? ''))
  return handleForm(request, projectRoleSchema, (input) => {
    setProjectRole(ctx, { ...input, projectId: project.id })
    const text = { key: input.role ? 'projectteam:done' : 'projectteam:removed' }
    return redirectWithFlash(request, `/projects/${project.id}/team`, { tone: 'success', text })
  })
}

/** Who is on a project for the reader's company, with which role, and who was; and, under contract, who is for the other side. */
export default function ProjectTeam() {
  const { project, mayManage, members, others, history, roles, colleagues, submissionId } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('projectteam')
  const { t: tProject } = useTranslation('projects')
  const [form] = useForm<{ userId: string; role: string }>({ id: 'team', lastResult })
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('title') },
        ]}
      />
      <ErrorSummary form={form} labels={{ userId: t('person'), role: t('role') }} />
      <p className="max-w-prose text-sm text-muted-foreground">{t(members.length > 0 ? 'text' : 'textNone')}</p>
      <TeamTable members={members} roles={mayManage ? roles : []} submissionId={submissionId} />
      {mayManage && <AddToTeam colleagues={colleagues} roles={roles} submissionId={submissionId} />}
      <Card title={t('roles.title')} description={t('roles.text')}>
        <DescriptionList items={roles.map((role) => ({ term: t(`name.${role}`), description: t(`means.${role}`) }))} />
      </Card>
      <OtherSide members={others} />
      <TeamHistory history={history} />
    </div>
  )
}
