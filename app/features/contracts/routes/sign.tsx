import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { askToSign } from '#app/features/approvals/ask-to-sign.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { signSchema } from '#app/features/contracts/schemas.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { signedContract } from '#app/features/contracts/signed-contract.server.ts'
import { getSigner } from '#app/features/contracts/signer-names.server.ts'
import { SignForm } from '#app/features/contracts/ui/sign-form.tsx'
import { getMissingAddress } from '#app/features/team/complete-company-address.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracts:sign.title', description: 'contracts:sign.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!contract.actions.includes('sign')) leavePage(`/contracts/${contract.id}`)
  const { id, number, sentAt, grossCents: amountCents, currency } = contract
  return {
    id,
    number,
    paper: signedContract(orNotFound(getContractPaper(ctx, id)), await readerOf(request, ctx.actor)),
    signer: getSigner(ctx, sentAt),
    missing: getMissingAddress(ctx),
    submissionId: newSubmissionId(),
    way: wayTo(ctx, 'sign', id, { amountCents, currency }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, signSchema(getMissingAddress(ctx)), async ({ asks, ...input }) => {
    if (asks) {
      const asked = await askToSign(ctx, { ...input, contractId })
      const text = { key: 'approvals:flash.asked' }
      return redirectWithFlash(request, `/approvals/${asked.id}`, { tone: 'success', text })
    }
    const { status } = await signContract(ctx, { ...input, contractId })
    const key = status === 'active' ? 'contracts:flash.active' : 'contracts:flash.signed'
    return redirectWithFlash(request, `/contracts/${contractId}`, { tone: 'success', text: { key } })
  })
}

export default function SignContract() {
  const { id, number, paper, signer, missing, submissionId, way } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracts')
  const { t: tApprovals } = useTranslation('approvals')
  const lastResult = useActionData<typeof action>()?.lastResult
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('sign.title') },
        ]}
      />
      <SignForm
        id="sign"
        {...{ lastResult, paper, signer, missing }}
        intro={t('sign.documentHint')}
        pdf={`/contracts/${id}/contract.pdf`}
        submit={isAsking(way) ? tApprovals('notice.ask') : t('sign.confirm')}
        cancel={`/contracts/${id}`}
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <WayNotice way={way} />
      </SignForm>
    </div>
  )
}
