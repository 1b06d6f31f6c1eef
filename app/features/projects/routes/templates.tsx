import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LayoutTemplate } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listProjectTemplates } from '#app/features/projects/templates/project-templates.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'projecttemplates:title', description: 'projecttemplates:text' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.create')
  return { templates: listProjectTemplates(ctx) }
}

/** The projects that the company begins new ones with. */
export default function ProjectTemplates() {
  const { templates } = useLoaderData<typeof loader>()
  const { t } = useTranslation('projecttemplates')
  const { t: tProjects } = useTranslation('projects')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: tProjects('list.title'), to: '/projects' }, { label: t('title') }]} />
      {templates.length > 0 && <p className="max-w-prose text-sm text-muted-foreground">{t('text')}</p>}
      <DataTable
        caption={t('title')}
        rows={templates}
        rowKey={(row) => row.projectId}
        empty={
          <EmptyState
            icon={LayoutTemplate}
            title={t('emptyTitle')}
            action={<ButtonLink to="/projects">{tProjects('list.title')}</ButtonLink>}
          >
            {t('text')}
          </EmptyState>
        }
        columns={[
          {
            key: 'name',
            header: t('name'),
            primary: true,
            cell: ({ projectId, name }) => (
              <TextLink to={`/projects/new?template=${projectId}`} prefetch="none">
                {name}
              </TextLink>
            ),
          },
          {
            key: 'project',
            header: t('project'),
            cell: ({ projectId, title }) => <TextLink to={`/projects/${projectId}`}>{title}</TextLink>,
          },
          { key: 'changed', header: t('changed'), cell: ({ updatedAt }) => format.date(updatedAt) },
          {
            key: 'rename',
            header: t('manage'),
            cell: ({ projectId, name }) => (
              <TextLink to={`/projects/${projectId}/template`} aria-label={t('manageOne', { name })}>
                {t('manage')}
              </TextLink>
            ),
          },
        ]}
      />
    </div>
  )
}
