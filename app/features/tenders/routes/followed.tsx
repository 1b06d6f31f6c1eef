import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { ProjectDeadline } from '#app/features/projects/ui/project-deadline.tsx'
import { listFollowed } from '#app/features/tenders/follows.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'follows:title', description: 'follows:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return { rows: listFollowed(ctx), now: ctx.now }
}

/** The open projects that the company follows. */
export default function Followed() {
  const { rows, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation('follows')
  const { t: tProject } = useTranslation('projects')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: tProject('list.title'), to: '/projects?view=open' }, { label: t('title') }]} />
      {rows.length === 0 ? (
        <EmptyState
          icon={Bell}
          title={t('none')}
          action={<ButtonLink to="/projects?view=open">{t('browse')}</ButtonLink>}
        >
          {t('noneText')}
        </EmptyState>
      ) : (
        <>
          <p className="max-w-prose text-sm text-muted-foreground">{t('text')}</p>
          <ul className="divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
            {rows.map(({ id, title, client, category, location, status, bidDeadline, timeZone }) => (
              <li key={id} className="flex flex-col gap-1 p-4 sm:px-5">
                <h2 className="text-base font-semibold wrap-anywhere">
                  <Link to={`/projects/${id}`} className="inline-flex min-h-6 items-center hover:underline">
                    {title}
                  </Link>
                </h2>
                <p className="text-sm wrap-anywhere text-muted-foreground">
                  {client} · {location} · {tProject(`category.${category}`)}
                </p>
                <p className="text-sm">
                  <ProjectDeadline project={{ status, bidDeadline, timeZone }} now={now} />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
