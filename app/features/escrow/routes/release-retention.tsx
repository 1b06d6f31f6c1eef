import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { askToRelease } from '#app/features/approvals/ask-to-release.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { handleRetentionAction, loadRetentionPage } from '#app/features/escrow/action-page.server.ts'
import { splitRelease } from '#app/features/escrow/milestone.ts'
import { feeOfRetention } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { releaseRetentionSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:retention.release' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const page = await loadRetentionPage(request, params.contractId, 'release')
  const ctx = await requireCompany(request, 'escrow.read')
  const stake = { amountCents: page.retentionCents, currency: page.contract.currency }
  const way = wayTo(ctx, 'release_retention', page.contract.id, stake)
  const { feeCents } = feeOfRetention(ctx.db, ctx.now, page.contract, page.retentionCents)
  return { ...page, feeCents, way, requiresPassword: requiresPassword(page.retentionCents) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, releaseRetentionSchema, async ({ asks, ...input }) => {
    if (asks) {
      const { id } = await askToRelease(ctx, { ...input, contractId })
      return redirectWithFlash(request, `/approvals/${id}`, { tone: 'success', text: { key: 'approvals:flash.asked' } })
    }
    return handleRetentionAction(request, ctx, contractId, 'retentionReleased', () =>
      releaseRetention(ctx, { ...input, contractId }),
    )
  })
}

export default function ReleaseRetention() {
  const page = useLoaderData<typeof loader>()
  const { contract, retentionCents } = page
  const { t } = useTranslation('escrow')
  const { t: tApprovals } = useTranslation('approvals')
  const lastResult = useActionData<typeof action>()?.lastResult
  const { providerCents, feeCents } = splitRelease(retentionCents, { retentionBp: 0, feeCents: page.feeCents })
  const part = (cents: number) => <Money cents={cents} currency={contract.currency} />
  const [form, fields] = useForm<{ password: string; reason: string }>({ id: 'release-retention', lastResult })
  return (
    <MilestoneActionForm
      page={{ ...page, milestone: { title: t('retention.title') } }}
      form={form}
      labels={{ password: t('release.password'), reason: t('retention.earlyReason') }}
      title={t('retention.releaseQuestion', { title: contract.title })}
      confirmLabel={isAsking(page.way) ? tApprovals('notice.ask') : t('retention.release')}
    >
      <p>{t('retention.releaseText')}</p>
      {page.defectsLeft > 0 && <Alert tone="warning">{t('retention.defectsLeft', { count: page.defectsLeft })}</Alert>}
      {page.awaitsHandover && (
        <>
          <Alert tone="warning">{t('retention.early')}</Alert>
          <TextArea
            field={fields.reason}
            label={t('retention.earlyReason')}
            hint={t('reasonHint')}
            required
            maxLength={2000}
          />
        </>
      )}
      <WayNotice way={page.way} />
      <DescriptionList
        items={[
          { term: t('release.toProvider', { provider: contract.providerName }), description: part(providerCents) },
          ...(feeCents > 0 ? [{ term: t('release.fee'), description: part(feeCents) }] : []),
          { term: t('release.total'), description: <strong>{part(retentionCents)}</strong> },
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
