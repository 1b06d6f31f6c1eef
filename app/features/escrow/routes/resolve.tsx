import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
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

export const handle: PageHandle = { title: 'escrow:resolve.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireRole(request, 'admin')
  const page = await loadActionPage(request, params.milestoneId, 'resolve')
  return { ...page, requiresPassword: requiresPassword(restOf(page.milestone).amountCents) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const milestoneId = params.milestoneId ?? ''
  const schema = resolveSchema(await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, ({ clientAmount, providerAmount, ...input }) =>
    handleMilestoneAction(request, ctx, milestoneId, 'resolved', () =>
      resolveDispute(ctx, {
        ...input,
        milestoneId,
        split: { clientCents: clientAmount, providerCents: providerAmount },
      }),
    ),
  )
}

export default function ResolveDispute() {
  const page = useLoaderData<typeof loader>()
  const { milestone, contract } = page
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<ResolveFields>({
    id: 'resolve',
    lastResult,
  })
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={useSplitLabels(contract)}
      title={t('resolve.question', { title: milestone.title })}
      confirmLabel={t('action.resolve')}
      destructive
    >
      <p>{t('resolve.text', { amount: format.money(restOf(milestone).amountCents, contract.currency) })}</p>
      <DisputeReason dispute={page.dispute} />
      <p>
        <TextLink to={`/escrow/${contract.id}/case-file`}>{t('caseFile.open')}</TextLink>
      </p>
      <SplitFields fields={fields} contract={contract} requiresPassword={page.requiresPassword} />
    </MilestoneActionForm>
  )
}
