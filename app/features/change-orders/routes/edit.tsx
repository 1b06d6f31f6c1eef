import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeBasis } from '#app/features/change-orders/change-basis.server.ts'
import { changeFormOf } from '#app/features/change-orders/change-form.server.ts'
import { changeOrderFormValues } from '#app/features/change-orders/form-values.ts'
import { getChangeOrder } from '#app/features/change-orders/queries.server.ts'
import { ChangeCrumbs } from '#app/features/change-orders/ui/change-crumbs.tsx'
import { ChangeOrderForm } from '#app/features/change-orders/ui/change-order-form.tsx'
import { updateChangeOrder } from '#app/features/change-orders/update-change-order.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'changeorders:edit.title', description: 'changeorders:new.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.change')
  const found = orNotFound(getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''))
  const { change, contract, lines, actions } = found
  if (!actions.includes('edit')) leavePage(`/contracts/${contract.id}/changes/${change.id}`)
  return {
    change: { id: change.id, number: change.number },
    contract,
    basis: changeBasis(ctx, contract),
    expectedVersion: change.updatedAt,
    submissionId: newSubmissionId(),
    initial: changeOrderFormValues(change, lines, await localeContextOf(request, ctx.actor)),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', changeId: changeOrderId = '' } = params
  return handleForm(request, await changeFormOf(request, ctx, contractId), (input) => {
    updateChangeOrder(ctx, { ...input, contractId, changeOrderId })
    return redirectWithFlash(request, `/contracts/${contractId}/changes/${changeOrderId}`, {
      tone: 'success',
      text: { key: 'changeorders:flash.updated' },
    })
  })
}

export default function EditChangeOrder() {
  const { change, contract, basis, initial, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('changeorders')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <ChangeCrumbs contract={contract} change={change} here={t('edit.title')} />
      <ChangeOrderForm
        lastResult={lastResult}
        basis={basis}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        cancelTo={`/contracts/${contract.id}/changes/${change.id}`}
        submitLabel={t('edit.submit')}
        initial={initial}
      />
    </div>
  )
}
