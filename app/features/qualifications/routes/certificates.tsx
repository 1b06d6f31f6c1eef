import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FileBadge, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getCertificates } from '#app/features/qualifications/certificates.server.ts'
import { CertificateList } from '#app/features/qualifications/ui/certificate-list.tsx'
import { businessDay } from '#app/platform/business-day.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'qualification:list.title', description: 'qualification:list.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'company.read')
  return {
    certificates: getCertificates(ctx),
    today: businessDay(ctx.now),
    canKeep: can(ctx, 'company.keepCertificates'),
  }
}

/** The certificates that a company shows with its bids. */
export default function Certificates() {
  const { certificates, today, canKeep } = useLoaderData<typeof loader>()
  const { t } = useTranslation('qualification')
  const { t: tTeam } = useTranslation('team')
  const add = canKeep && (
    <ButtonLink
      to="/company-settings/certificates/add"
      icon={Plus}
      variant={certificates.length > 0 ? 'outline' : 'primary'}
    >
      {t('add.title')}
    </ButtonLink>
  )
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: tTeam('company.title'), to: '/company-settings' }, { label: t('list.title') }]} />
      <p className="max-w-prose text-sm text-muted-foreground">{t('list.text')}</p>
      {certificates.length === 0 ? (
        <EmptyState icon={FileBadge} title={t('list.none')} action={add}>
          {t(canKeep ? 'list.noneText' : 'list.noneReadOnly')}
        </EmptyState>
      ) : (
        <Card title={t('list.kept')} actions={add} flush>
          <CertificateList certificates={certificates} today={today} canKeep={canKeep} />
        </Card>
      )}
    </div>
  )
}
