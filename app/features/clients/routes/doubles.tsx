import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Merge, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listDoubles } from '#app/features/clients/merging/queries.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'clientmerge:doubles.title', description: 'clientmerge:doubles.text' }

export async function loader({ request }: LoaderFunctionArgs) {
  return listDoubles(await requireCompany(request, 'clients.update'))
}

/** Records that may be of one client, and why. */
export default function Doubles() {
  const { count, pairs } = useLoaderData<typeof loader>()
  const { t } = useTranslation('clientmerge')
  const { t: tClient } = useTranslation('clients')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: tClient('list.title'), to: '/clients' }, { label: t('doubles.title') }]} />
      {pairs.length === 0 ? (
        <EmptyState icon={Users} title={t('doubles.none')}>
          {t('doubles.noneText')}
        </EmptyState>
      ) : (
        <Card title={t('doubles.count', { count })} description={t('doubles.hint')} flush>
          <ul className="divide-y divide-border border-t border-border">
            {pairs.map(({ kept, other, reasons }) => (
              <li
                key={`${kept.id} ${other.id}`}
                className="flex flex-col gap-3 px-4 py-3 sm:flex-row sm:items-center sm:justify-between sm:px-5"
              >
                <div className="min-w-0 text-sm wrap-anywhere">
                  {[kept, other].map(({ id, name, businessId, city }) => (
                    <p key={id}>
                      <TextLink to={`/clients/${id}`}>{name}</TextLink>{' '}
                      <span className="text-muted-foreground">{[businessId, city].filter(Boolean).join(', ')}</span>
                    </p>
                  ))}
                  <p className="text-muted-foreground">{reasons.map((reason) => t(`reason.${reason}`)).join(' · ')}</p>
                </div>
                <ButtonLink
                  to={`/clients/${kept.id}/merge?with=${other.id}`}
                  icon={Merge}
                  variant="outline"
                  size="sm"
                  aria-label={t('doubles.compareThese', { kept: kept.name, other: other.name })}
                >
                  {t('doubles.compare')}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
