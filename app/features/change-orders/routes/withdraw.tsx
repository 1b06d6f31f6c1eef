import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeOrderName } from '#app/features/change-orders/change-order.ts'
import { getChangeOrder } from '#app/features/change-orders/queries.server.ts'
import { withdrawChangeOrder } from '#app/features/change-orders/reject-change-order.server.ts'
import { endChangeSchema } from '#app/features/change-orders/schemas.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'changeorders:withdraw.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.change')
  const { change, contract, actions } = orNotFound(getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''))
  const path = `/contracts/${contract.id}/changes/${change.id}`
  if (!actions.includes('withdraw')) leavePage(path)
  return { path, name: change.number && changeOrderName(change.number), title: change.title }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', changeId: changeOrderId = '' } = params
  return handleForm(request, endChangeSchema, ({ reason }) => {
    withdrawChangeOrder(ctx, { contractId, changeOrderId, reason })
    return redirectWithFlash(request, `/contracts/${contractId}/changes/${changeOrderId}`, {
      tone: 'success',
      text: { key: 'changeorders:flash.withdrawn' },
    })
  })
}

export default function WithdrawChangeOrder() {
  const { path, name, title } = useLoaderData<typeof loader>()
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  return (
    <ReasonForm
      lastResult={useActionData<typeof action>()?.lastResult}
      title={name ? t('withdraw.question', { name, title }) : t('withdraw.draftQuestion', { title })}
      label={t('withdraw.reason')}
      hint={tContract('reasonHint')}
      required={false}
      confirmLabel={t('withdraw.confirm')}
      cancelTo={path}
    >
      {name && <p>{t('withdraw.text')}</p>}
    </ReasonForm>
  )
}
