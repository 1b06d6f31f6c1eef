import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { askToRelease } from '#app/features/approvals/ask-to-release.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { countLapsingAtEnd } from '#app/features/change-orders/contract-sum.server.ts'
import { defectsLeft } from '#app/features/contracts/closing-days.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { restOf, splitRelease } from '#app/features/escrow/milestone.ts'
import { feeOfRelease } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import {
  releaseMilestone,
  releaseTotal,
  requiresPassword,
  retentionOfRelease,
} from '#app/features/escrow/release-milestone.server.ts'
import { releaseMilestoneSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:release.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const page = await loadActionPage(request, params.milestoneId, 'release')
  const ctx = await requireCompany(request, 'escrow.read')
  const retainedCents = retentionOfRelease(ctx, page.milestone.id)
  const amountCents = releaseTotal(ctx, page.milestone.id, retainedCents)
  const stake = { amountCents, currency: page.contract.currency }
  const way = wayTo(ctx, 'release', page.milestone.id, stake)
  const lapsing = countLapsingAtEnd(ctx.db, page.contract.id)
  const { feeCents } = feeOfRelease(ctx.db, ctx.now, page.contract, restOf(page.milestone))
  const left = retainedCents > 0 ? defectsLeft(ctx.db, page.contract.id) : 0
  return {
    ...page,
    retainedCents,
    defectsLeft: left,
    feeCents,
    lapsing,
    way,
    requiresPassword: requiresPassword(amountCents),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, releaseMilestoneSchema, async ({ asks, ...input }) => {
    if (asks) {
      const { id } = await askToRelease(ctx, { ...input, milestoneId })
      return redirectWithFlash(request, `/approvals/${id}`, { tone: 'success', text: { key: 'approvals:flash.asked' } })
    }
    return handleMilestoneAction(request, ctx, milestoneId, 'released', () =>
      releaseMilestone(ctx, { ...input, milestoneId }),
    )
  })
}

export default function ReleaseMilestone() {
  const page = useLoaderData<typeof loader>()
  const { milestone, contract } = page
  const { t } = useTranslation('escrow')
  const { t: tApprovals } = useTranslation('approvals')
  const { t: tChange } = useTranslation('changeorders')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ password: string }>({ id: 'release-milestone', lastResult })
  const { amountCents, beforeCents } = restOf(milestone)
  const { retentionBp } = contract
  const parts = splitRelease(amountCents, { retentionBp, beforeCents, feeCents: page.feeCents })
  const { providerCents, retentionCents, feeCents } = parts
  const part = (cents: number) => <Money cents={cents} currency={contract.currency} />
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={{ password: t('release.password') }}
      title={t('release.question', { title: milestone.title })}
      confirmLabel={isAsking(page.way) ? tApprovals('notice.ask') : t('action.release')}
    >
      <input type="hidden" name="expectedRetentionCents" value={page.retainedCents} />
      <WayNotice way={page.way} />
      <p>{t('release.text')}</p>
      {page.lapsing > 0 && <Alert tone="warning">{tChange('sum.lapsing', { count: page.lapsing })}</Alert>}
      {page.retainedCents > 0 && (
        <p>{t('release.last', { amount: format.money(page.retainedCents, contract.currency) })}</p>
      )}
      {page.defectsLeft > 0 && <Alert tone="warning">{t('retention.defectsLeft', { count: page.defectsLeft })}</Alert>}
      <DescriptionList
        items={[
          { term: t('release.toProvider', { provider: contract.providerName }), description: part(providerCents) },
          ...(retentionCents > 0 ? [{ term: t('release.retained'), description: part(retentionCents) }] : []),
          ...(feeCents > 0 ? [{ term: t('release.fee'), description: part(feeCents) }] : []),
          { term: t('release.total'), description: <strong>{part(amountCents)}</strong> },
        ]}
      />
      {page.requiresPassword && (
        <PasswordField
          field={fields.password}
          label={t('release.password')}
          hint={t('release.passwordHint')}
          required
        />
      )}
    </MilestoneActionForm>
  )
}
