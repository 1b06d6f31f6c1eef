import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getSigner } from '#app/features/contracts/signer-names.server.ts'
import { SignForm } from '#app/features/contracts/ui/sign-form.tsx'
import { handoverNumber, handoverPath } from '#app/features/handover/handover-page.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { signHandoverSchema } from '#app/features/handover/schemas.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { signedHandover } from '#app/features/handover/signed-handover.server.ts'
import { HandoverCrumbs } from '#app/features/handover/ui/handover-crumbs.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'handover:sign.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contract, ...found } = orNotFound(getHandover(ctx, params.contractId ?? '', handoverNumber(params.number)))
  const handover = orNotFound(found.handover)
  const step: 'propose' | 'sign' = handover.status === 'called' ? 'propose' : 'sign'
  if (!handover.actions.includes(step)) leavePage(handoverPath(contract.id, handover.number))
  return {
    contract,
    step,
    number: handover.number,
    earlyFor: handover.earlyFor,
    expectedVersion: handover.updatedAt,
    paper: signedHandover(handover, await readerOf(request, ctx.actor)),
    signer: getSigner(ctx, handover.proposedAt),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const of = { contractId: params.contractId ?? '', number: handoverNumber(params.number) }
  return handleForm(request, signHandoverSchema, async (input) => {
    const { status } = await signHandover(ctx, { ...input, ...of })
    const text = { key: `handover:flash.${status}` }
    return redirectWithFlash(request, handoverPath(of.contractId, of.number), { tone: 'success', text })
  })
}

/** Signs a handover protocol: the first signature freezes it, and the second puts it in force. */
export default function SignHandover() {
  const { contract, number, step, earlyFor, expectedVersion, paper, signer, submissionId } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('handover')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <HandoverCrumbs contract={contract} here={t('sign.title')} />
      <SignForm
        id="sign-handover"
        {...{ lastResult, paper, signer }}
        intro={t(`sign.${step}`)}
        submit={t(`action.${step}`)}
        cancel={`/contracts/${contract.id}/handover/${number}`}
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="expectedVersion" value={expectedVersion} />
        {earlyFor && <Alert tone="info">{t('hint.early', { date: format.date(earlyFor) })}</Alert>}
      </SignForm>
    </div>
  )
}
