import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { declineContract } from '#app/features/contracts/decline-contract.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { optionalReasonSchema } from '#app/features/contracts/schemas.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contractendings:decline.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!contract.actions.includes('decline')) leavePage(`/contracts/${contract.id}`)
  return { id: contract.id, number: contract.number, title: contract.title }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, optionalReasonSchema, ({ reason }) => {
    declineContract(ctx, { contractId, reason })
    return redirectWithFlash(request, `/contracts/${contractId}`, {
      tone: 'success',
      text: { key: 'contracts:flash.declined' },
    })
  })
}

export default function DeclineContract() {
  const { id, number, title } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contractendings')
  return (
    <ReasonForm
      lastResult={useActionData<typeof action>()?.lastResult}
      title={t('decline.question', { number, title })}
      label={t('decline.reason')}
      hint={t('reasonHint')}
      required={false}
      confirmLabel={t('decline.confirm')}
      cancelTo={`/contracts/${id}`}
    >
      <p>{t('decline.text')}</p>
    </ReasonForm>
  )
}
