import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { handleRetentionAction, loadRetentionPage } from '#app/features/escrow/action-page.server.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { resolveRetention } from '#app/features/escrow/resolve-retention.server.ts'
import { resolveSchema } from '#app/features/escrow/schemas.server.ts'
import { DisputeReason } from '#app/features/escrow/ui/dispute-reason.tsx'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { type ResolveFields, SplitFields, useSplitLabels } from '#app/features/escrow/ui/split-fields.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'escrow:retention.resolve' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireRole(request, 'admin')
  const page = await loadRetentionPage(request, params.contractId, 'resolve')
  return { ...page, requiresPassword: requiresPassword(page.retentionCents) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const contractId = params.contractId ?? ''
  const schema = resolveSchema(await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, ({ clientAmount: clientCents, providerAmount: providerCents, ...input }) =>
    handleRetentionAction(request, ctx, contractId, 'resolved', () =>
      resolveRetention(ctx, { ...input, contractId, split: { clientCents, providerCents } }),
    ),
  )
}

export default function ResolveRetention() {
  const page = useLoaderData<typeof loader>()
  const { contract, retentionCents } = page
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<ResolveFields>({ id: 'resolve-retention', lastResult })
  return (
    <MilestoneActionForm
      page={{ ...page, milestone: { title: t('retention.title') } }}
      form={form}
      labels={useSplitLabels(contract)}
      title={t('retention.resolveQuestion', { title: contract.title })}
      confirmLabel={t('action.resolve')}
      destructive
    >
      <p>{t('resolve.text', { amount: format.money(retentionCents, contract.currency) })}</p>
      <DisputeReason dispute={page.dispute} />
      <p>
        <TextLink to={`/escrow/${contract.id}/case-file`}>{t('caseFile.open')}</TextLink>
      </p>
      <SplitFields fields={fields} contract={contract} requiresPassword={page.requiresPassword} />
    </MilestoneActionForm>
  )
}
