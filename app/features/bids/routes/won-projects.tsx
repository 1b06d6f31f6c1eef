import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany, requireUser } from '#app/features/accounts/guards.server.ts'
import { listWonProjects } from '#app/features/bids/won-projects.server.ts'
import { ProjectList } from '#app/features/projects/ui/project-list.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projectlist:won.title', description: 'projectlist:won.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, 'projects.read')
  const ctx = await requireCompany(request, 'bids.read')
  return { rows: listWonProjects(ctx), now: ctx.now }
}

/** The projects that the reader's company has won. */
export default function WonProjects() {
  const { rows, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['projectlist', 'projects'])
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('projects:list.title'), to: '/projects' }, { label: t('won.title') }]} />
      {rows.length === 0 ? (
        <EmptyState
          icon={Trophy}
          title={t('won.none')}
          action={<ButtonLink to="/projects?view=open">{t('won.browse')}</ButtonLink>}
        >
          {t('won.noneText')}
        </EmptyState>
      ) : (
        <ProjectList rows={rows} now={now} scope="open" />
      )}
    </div>
  )
}
