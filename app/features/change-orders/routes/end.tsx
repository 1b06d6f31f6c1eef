import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getChangeOrder } from '#app/features/change-orders/queries.server.ts'
import { rejectChangeOrder, withdrawChangeOrder } from '#app/features/change-orders/reject-change-order.server.ts'
import { endChangeSchema } from '#app/features/change-orders/schemas.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'

const verbs = { reject: rejectChangeOrder, withdraw: withdrawChangeOrder }

/** Which of the two pages this is: the other party rejects a change, its proposer withdraws it. */
const stepOf = (request: Request): keyof typeof verbs => (lastPathSegment(request) === 'reject' ? 'reject' : 'withdraw')

export const handle: PageHandle = {
  title: 'changeorders:detail.title',
  titleOf: (data) =>
    (data as { step: string }).step === 'reject' ? 'changeorders:reject.title' : 'changeorders:withdraw.title',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.change')
  const { change, contract, actions } = orNotFound(getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''))
  const path = `/contracts/${contract.id}/changes/${change.id}`
  const step = stepOf(request)
  if (!actions.includes(step)) leavePage(path)
  return { path, step, name: change.number && changeOrderName(change.number), title: change.title }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', changeId: changeOrderId = '' } = params
  const step = stepOf(request)
  return handleForm(request, endChangeSchema, ({ reason }) => {
    verbs[step](ctx, { contractId, changeOrderId, reason })
    const text = { key: step === 'reject' ? 'changeorders:flash.rejected' : 'changeorders:flash.withdrawn' }
    return redirectWithFlash(request, `/contracts/${contractId}/changes/${changeOrderId}`, { tone: 'success', text })
  })
}

/** Rejects or withdraws a change order, with a reason that the other party reads. */
export default function EndChangeOrder() {
  const { path, step, name, title } = useLoaderData<typeof loader>()
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contractendings')
  return (
    <ReasonForm
      lastResult={useActionData<typeof action>()?.lastResult}
      title={name ? t(`${step}.question`, { name, title }) : t('withdraw.draftQuestion', { title })}
      label={t(`${step}.reason`)}
      hint={tContract('reasonHint')}
      required={step === 'reject'}
      confirmLabel={t(`${step}.confirm`)}
      cancelTo={path}
    >
      {name && <p>{t(`${step}.text`)}</p>}
    </ReasonForm>
  )
}
