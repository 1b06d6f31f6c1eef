import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { RightsCard } from '#app/features/accounts/ui/rights-card.tsx'
import { CallButtons } from '#app/features/calls/ui/call-buttons.tsx'
import { getMandates } from '#app/features/team/mandates.server.ts'
import { getMemberRights } from '#app/features/team/queries.server.ts'
import { canSetMandatesOf } from '#app/features/team/set-mandates.server.ts'
import { MandatesCard } from '#app/features/team/ui/mandates-card.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = {
  title: 'team:member.title',
  titleOf: (data) => (data as Awaited<ReturnType<typeof loader>>).name,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  const userId = params.userId ?? ''
  const member = orNotFound(getMemberRights(ctx, userId))
  const mandates = orNotFound(getMandates(ctx.db, ctx.company.id, userId))
  const mayChange = can(ctx, 'team.setMandates') && canSetMandatesOf(ctx.db, ctx, userId)
  const isOther = userId !== ctx.actor.id
  const mayReset = member.hasTwoFactor && isOther && can(ctx, 'team.resetTwoFactor')
  const mayRequire = !member.mustChangePassword && isOther && can(ctx, 'team.requirePassword')
  return {
    ...member,
    mandates,
    callId: isOther && can(ctx, 'messages.send') ? userId : null,
    changeTo: mayChange ? `/team/${userId}/mandates` : null,
    resetTo: mayReset ? `/team/${userId}/two-factor` : null,
    passwordTo: mayRequire ? `/team/${userId}/password` : null,
  }
}

export default function Member() {
  const member = useLoaderData<typeof loader>()
  const { name, email, companyRole, rights, mandates, changeTo, hasTwoFactor, callId } = member
  const { mustChangePassword, resetTo, passwordTo } = member
  const { t } = useTranslation(['team', 'rights', 'twofactor'])
  return (
    <div className="flex max-w-form flex-col gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="wrap-anywhere">{email}</span>
        <Badge>{t(`role.${companyRole}`)}</Badge>
        <Badge tone={hasTwoFactor ? 'success' : 'neutral'}>
          {hasTwoFactor ? t('twofactor:member.on') : t('twofactor:member.off')}
        </Badge>
      </p>
      {callId && (
        <p className="flex flex-wrap gap-2">
          <CallButtons userId={callId} name={name} />
        </p>
      )}
      <MandatesCard mandates={mandates} changeTo={changeTo} />
      {mustChangePassword && <Alert tone="info">{t('newPassword.pending')}</Alert>}
      {(resetTo || passwordTo) && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {passwordTo && (
            <TextLink to={passwordTo} block>
              {t('newPassword.title')}
            </TextLink>
          )}
          {resetTo && (
            <TextLink to={resetTo} block>
              {t('twofactor:reset.title')}
            </TextLink>
          )}
        </p>
      )}
      <RightsCard title={t('rights:titleOf', { name })} parts={rights} />
      <TextLink to="/team" block>
        {t('member.back')}
      </TextLink>
    </div>
  )
}
