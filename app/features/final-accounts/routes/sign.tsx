import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getSigner } from '#app/features/contracts/signer-names.server.ts'
import { SignForm } from '#app/features/contracts/ui/sign-form.tsx'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { signFinalAccountSchema } from '#app/features/final-accounts/schemas.server.ts'
import { signFinalAccount } from '#app/features/final-accounts/sign-final-account.server.ts'
import { signedFinalAccount } from '#app/features/final-accounts/signed-final-account.server.ts'
import { FinalAccountCrumbs } from '#app/features/final-accounts/ui/final-account-crumbs.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finalaccount:sign.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contract, ...found } = orNotFound(getFinalAccount(ctx, params.contractId ?? ''))
  const account = orNotFound(found.account)
  const step: 'propose' | 'sign' = account.status === 'draft' ? 'propose' : 'sign'
  if (!account.actions.includes(step)) leavePage(`/contracts/${contract.id}/final-account`)
  return {
    contract,
    step,
    expectedVersion: account.updatedAt,
    expectedHash: account.hash,
    paper: signedFinalAccount(account, await readerOf(request, ctx.actor)),
    signer: getSigner(ctx, account.proposedAt),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, signFinalAccountSchema, async (input) => {
    const { status } = await signFinalAccount(ctx, { ...input, contractId })
    const text = { key: `finalaccount:flash.${status}` }
    return redirectWithFlash(request, `/contracts/${contractId}/final-account`, { tone: 'success', text })
  })
}

/** Signs a final account: the first signature freezes it, and the second puts it in force. */
export default function SignFinalAccount() {
  const { contract, step, expectedVersion, expectedHash, paper, signer, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('finalaccount')
  const lastResult = useActionData<typeof action>()?.lastResult
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <FinalAccountCrumbs contract={contract} here={t('sign.title')} />
      <SignForm
        id="sign-final-account"
        {...{ lastResult, paper, signer }}
        intro={t(`sign.${step}`)}
        submit={t(`action.${step}`)}
        cancel={`/contracts/${contract.id}/final-account`}
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="expectedVersion" value={expectedVersion} />
        <input type="hidden" name="expectedHash" value={expectedHash} />
      </SignForm>
    </div>
  )
}
