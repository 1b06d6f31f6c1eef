import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { RightsCard } from '#app/features/accounts/ui/rights-card.tsx'
import { getMemberRights } from '#app/features/team/queries.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = {
  title: 'team:member.title',
  titleOf: (data) => (data as Awaited<ReturnType<typeof loader>>).name,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  return orNotFound(getMemberRights(ctx, params.userId ?? ''))
}

export default function Member() {
  const { name, email, companyRole, rights } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['team', 'rights'])
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="wrap-anywhere">{email}</span>
        <Badge>{t(`role.${companyRole}`)}</Badge>
      </p>
      <RightsCard title={t('rights:titleOf', { name })} parts={rights} />
      <TextLink to="/team" block>
        {t('member.back')}
      </TextLink>
    </div>
  )
}
