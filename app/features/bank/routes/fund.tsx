import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { freeBalanceCents } from '#app/features/bank/balances.server.ts'
import { fundFromBalance } from '#app/features/bank/fund-from-balance.server.ts'
import { fundSchema } from '#app/features/bank/schemas.server.ts'
import { handleMilestoneAction } from '#app/features/escrow/action-page.server.ts'
import { getMilestone } from '#app/features/escrow/queries.server.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bank:fund.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const { milestone, contract, role } = orNotFound(getMilestone(ctx, params.milestoneId ?? ''))
  const isPlanned = milestone.status === 'planned' && contract.status === 'active'
  if (role !== 'client' || !isPlanned || contract.paymentMethod !== 'secure_escrow') leavePage(`/escrow/${contract.id}`)
  const freeCents = freeBalanceCents(ctx.db, contract.clientCompanyId, contract.currency)
  const asks = requiresPassword(milestone.amountCents)
  return { milestone, contract, freeCents, requiresPassword: asks, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, fundSchema, (input) =>
    handleMilestoneAction(request, ctx, milestoneId, 'funded', () => fundFromBalance(ctx, { ...input, milestoneId })),
  )
}

export default function FundMilestone() {
  const page = useLoaderData<typeof loader>()
  const { milestone, contract, freeCents } = page
  const { t } = useTranslation('bank')
  const { t: tEscrow } = useTranslation('escrow')
  const format = useFormat()
  const [form, fields] = useForm<{ password: string }>({
    id: 'fund-milestone',
    lastResult: useActionData<typeof action>()?.lastResult,
  })
  const money = (cents: number) => <Money cents={cents} currency={contract.currency} />
  if (freeCents < milestone.amountCents) {
    return (
      <div className="flex flex-col gap-6">
        <Breadcrumbs
          items={[
            { label: tEscrow('list.title'), to: '/escrow' },
            { label: contract.number, to: `/escrow/${contract.id}` },
            { label: milestone.title },
          ]}
        />
        <Alert tone="info" actions={<ButtonLink to={`/escrow/${contract.id}#pay`}>{tEscrow('pay.title')}</ButtonLink>}>
          {t('refused.balanceTooLow', { free: format.money(freeCents, contract.currency) })}
        </Alert>
      </div>
    )
  }
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={{ password: tEscrow('release.password') }}
      title={t('fund.question', { title: milestone.title })}
      confirmLabel={t('fund.submit', { amount: format.money(milestone.amountCents, contract.currency) })}
    >
      <p>{t('fund.text')}</p>
      <DescriptionList
        items={[
          { term: t('balances.free'), description: money(freeCents) },
          { term: t('fund.amount'), description: money(milestone.amountCents) },
          { term: t('fund.rest'), description: <strong>{money(freeCents - milestone.amountCents)}</strong> },
        ]}
      />
      {page.requiresPassword && (
        <PasswordField
          field={fields.password}
          label={tEscrow('release.password')}
          hint={tEscrow('amountPasswordHint')}
          required
        />
      )}
    </MilestoneActionForm>
  )
}
