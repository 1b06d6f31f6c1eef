import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { askToSignChange } from '#app/features/approvals/ask-to-sign-change.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { getChangeOrder } from '#app/features/change-orders/queries.server.ts'
import { signChangeSchema } from '#app/features/change-orders/schemas.server.ts'
import { signChangeOrder, stakeOfChange } from '#app/features/change-orders/sign-change-order.server.ts'
import { signedChangeOrder } from '#app/features/change-orders/signed-change-order.server.ts'
import { ChangeCrumbs } from '#app/features/change-orders/ui/change-crumbs.tsx'
import { getSigner } from '#app/features/contracts/signer-names.server.ts'
import { SignForm } from '#app/features/contracts/ui/sign-form.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'changeorders:detail.title',
  titleOf: (data) => `changeorders:sign.${(data as { step: string }).step}`,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const found = orNotFound(getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''))
  const { change, contract, paper, shownHash, actions } = found
  const step: 'propose' | 'accept' = found.role === 'proposer' ? 'propose' : 'accept'
  if (!actions.includes(step)) leavePage(`/contracts/${contract.id}/changes/${change.id}`)
  return {
    change,
    shownHash,
    contract,
    step,
    paper: signedChangeOrder(paper, await readerOf(request, ctx.actor)),
    signer: getSigner(ctx, change.proposedAt),
    submissionId: newSubmissionId(),
    way: wayTo(ctx, 'sign_change', change.id, stakeOfChange(ctx.db, change, contract)),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', changeId: changeOrderId = '' } = params
  return handleForm(request, signChangeSchema, async ({ asks, ...input }) => {
    if (asks) {
      const asked = await askToSignChange(ctx, { ...input, contractId, changeOrderId })
      const text = { key: 'approvals:flash.asked' }
      return redirectWithFlash(request, `/approvals/${asked.id}`, { tone: 'success', text })
    }
    const { status } = await signChangeOrder(ctx, { ...input, contractId, changeOrderId })
    const text = { key: `changeorders:flash.${status}` }
    return redirectWithFlash(request, `/contracts/${contractId}/changes/${changeOrderId}`, { tone: 'success', text })
  })
}

/** Signs a change order: its proposer proposes it thereby, and the other party accepts it. */
export default function SignChangeOrder() {
  const { change, shownHash, contract, paper, step, signer, submissionId, way } = useLoaderData<typeof loader>()
  const { t } = useTranslation('changeorders')
  const { t: tApprovals } = useTranslation('approvals')
  const lastResult = useActionData<typeof action>()?.lastResult
  const path = `/contracts/${contract.id}/changes/${change.id}`
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <ChangeCrumbs contract={contract} change={change} here={t(`sign.${step}`)} />
      <SignForm
        id="sign-change"
        {...{ lastResult, paper, signer }}
        intro={t(`sign.${step}Text`)}
        pdf={`${path}/change.pdf`}
        submit={isAsking(way) ? tApprovals('notice.ask') : t(`action.${step}`)}
        cancel={path}
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="expectedHash" value={shownHash} />
        <WayNotice way={way} />
      </SignForm>
    </div>
  )
}
