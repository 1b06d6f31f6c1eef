import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FilePlus2, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getSecurities } from '#app/features/securities/queries.server.ts'
import { SecurityBadge } from '#app/features/securities/ui/security-badge.tsx'
import { SecurityCard } from '#app/features/securities/ui/security-card.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'securities:list.title', description: 'securities:list.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  return orNotFound(getSecurities(ctx, params.contractId ?? ''))
}

/** The securities of a contract: what it demands, and what was recorded of each. */
export default function Securities() {
  const { contract, demanded, securities, mayRecord } = useLoaderData<typeof loader>()
  const { t } = useTranslation('securities')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  const { id, number, title, currency } = contract
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('list.title') },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium wrap-anywhere">{title}</p>
        {mayRecord && (
          <ButtonLink to={`/contracts/${id}/securities/new`} icon={FilePlus2}>
            {t('new.title')}
          </ButtonLink>
        )}
      </div>
      <Alert tone="info">{t('list.noMoney')}</Alert>
      {demanded.length > 0 && (
        <Card title={t('list.demanded')}>
          <ul className="flex flex-col gap-4">
            {demanded.map((term) => (
              <li key={term.purpose} className="flex flex-wrap items-start justify-between gap-2">
                <div>
                  <p className="font-medium">{t(`purpose.${term.purpose}`)}</p>
                  <p className="text-sm text-muted-foreground">
                    {[
                      format.money(term.amountCents, currency),
                      t(`kind.${term.kind}`),
                      t(term.purpose === 'warranty' ? 'paper.untilWarranty' : 'paper.untilHandover', {
                        count: term.months,
                      }),
                      term.until && t('list.until', { date: format.date(term.until) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {term.lack && term.lack !== 'missing' && (
                    <p className="text-sm">
                      {t(`lack.${term.lack}`, {
                        given: format.money(term.givenCents, currency),
                        date: term.until ? format.date(term.until) : '',
                      })}
                    </p>
                  )}
                </div>
                {term.lack && <SecurityBadge standing="demanded" />}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {securities.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t('list.emptyTitle')}>
          {t(`list.empty.${contract.party}`)}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 xl:grid-cols-2">
          {securities.map((security) => (
            <SecurityCard key={security.id} contract={contract} security={security} />
          ))}
        </div>
      )}
    </div>
  )
}
