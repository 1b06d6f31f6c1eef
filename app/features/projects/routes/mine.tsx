import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listMyProjects } from '#app/features/projects/members/my-projects.server.ts'
import { ProjectList } from '#app/features/projects/ui/project-list.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projectteam:mine.title', description: 'projectteam:mine.text' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return { rows: listMyProjects(ctx), now: ctx.now }
}

/** The projects on which the reader has a role. */
export default function MyProjects() {
  const { rows, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation('projectteam')
  const { t: tProject } = useTranslation('projects')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: tProject('list.title'), to: '/projects' }, { label: t('mine.title') }]} />
      {rows.length === 0 ? (
        <EmptyState icon={UserRound} title={t('mine.none')}>
          {t('mine.noneText')}
        </EmptyState>
      ) : (
        <ProjectList rows={rows} now={now} scope="open" />
      )}
    </div>
  )
}
