import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeBasis } from '#app/features/change-orders/change-basis.server.ts'
import { changeFormOf } from '#app/features/change-orders/change-form.server.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { blankChangeLine } from '#app/features/change-orders/form-values.ts'
import { getChangedContract } from '#app/features/change-orders/queries.server.ts'
import { ChangeOrderForm } from '#app/features/change-orders/ui/change-order-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'changeorders:new.title', description: 'changeorders:new.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.change')
  const contract = orNotFound(getChangedContract(ctx, params.contractId ?? ''))
  if (!contract.mayPropose) leavePage(`/contracts/${contract.id}/changes`)
  return { contract, basis: changeBasis(ctx, contract), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, await changeFormOf(request, ctx, contractId), (input) => {
    const { changeOrderId } = draftChangeOrder(ctx, { ...input, contractId })
    return redirectWithFlash(request, `/contracts/${contractId}/changes/${changeOrderId}`, {
      tone: 'success',
      text: { key: 'changeorders:flash.drafted' },
    })
  })
}

export default function NewChangeOrder() {
  const { contract, basis, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const { id, number } = contract
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('list.title'), to: `/contracts/${id}/changes` },
          { label: t('new.title') },
        ]}
      />
      <ChangeOrderForm
        lastResult={lastResult}
        basis={basis}
        submissionId={submissionId}
        cancelTo={`/contracts/${id}/changes`}
        submitLabel={t('new.submit')}
        initial={{
          ...{ title: '', reason: '', description: '', vatRateBp: String(basis.vatRates[0] ?? 0) },
          ...{ lines: [blankChangeLine], extensionDays: '0', extensionMilestoneId: '', milestoneId: '' },
        }}
      />
    </div>
  )
}
