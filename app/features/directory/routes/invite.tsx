import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { FolderPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { findCompany, listInviting } from '#app/features/directory/queries.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  titleOf: (data) => `directory:invite.title?company=${encodeURIComponent((data as { company: string }).company)}`,
  description: 'directory:invite.description',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.invite')
  const { companyId = '' } = params
  const { name } = orNotFound(companyId === ctx.company.id ? null : findCompany(ctx, companyId))
  return { company: name, projects: listInviting(ctx) }
}

/** The way from a company's public page to the invitation: which project it is to bid on. */
export default function InviteCompany() {
  const { company, projects } = useLoaderData<typeof loader>()
  const { t } = useTranslation('directory')
  if (projects.length === 0)
    return (
      <EmptyState
        icon={FolderPlus}
        title={t('invite.none')}
        action={<ButtonLink to="/projects/new">{t('invite.post')}</ButtonLink>}
      >
        {t('invite.noneText')}
      </EmptyState>
    )
  return (
    <ul className="max-w-form divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
      {projects.map(({ id, title }) => (
        <li key={id} className="px-4 py-2 sm:px-5">
          <Link
            to={`/projects/${id}/invitations?q=${encodeURIComponent(company)}`}
            className="flex min-h-11 items-center font-medium wrap-anywhere hover:underline"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
