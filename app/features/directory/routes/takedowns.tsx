import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { listTakedowns } from '#app/features/directory/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'takedowns:title', description: 'takedowns:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  return { rows: listTakedowns(ctx) }
}

/** The companies whose page staff have taken out of the directory, each with the way to show it again. */
export default function Takedowns() {
  const { rows } = useLoaderData<typeof loader>()
  const { t } = useTranslation('takedowns')
  const format = useFormat()
  const toDirectory = (
    <ButtonLink to="/companies" reloadDocument variant="outline">
      {t('toDirectory')}
    </ButtonLink>
  )
  if (rows.length === 0)
    return (
      <EmptyState icon={Building2} title={t('none')} action={toDirectory}>
        {t('noneText')}
      </EmptyState>
    )
  return (
    <div className="flex max-w-reading flex-col items-start gap-6">
      <ul className="w-full divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
        {rows.map(({ id, name, reason, takenDownAt }) => (
          <li key={id} className="flex flex-col gap-1 p-4 sm:px-5">
            <h2 className="text-base font-semibold wrap-anywhere">
              <Link to={`/companies/${id}/takedown`} className="inline-flex min-h-6 items-center hover:underline">
                {name}
              </Link>
            </h2>
            <p className="text-sm text-muted-foreground">{t('since', { date: format.date(takenDownAt) })}</p>
            <p className="text-sm wrap-anywhere whitespace-pre-wrap">{reason}</p>
          </li>
        ))}
      </ul>
      {toDirectory}
    </div>
  )
}
