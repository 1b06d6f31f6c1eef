import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { reasonSchema } from '#app/features/contracts/schemas.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { voidContract } from '#app/features/contracts/void-contract.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contractendings:void.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!contract.actions.includes('void')) leavePage(`/contracts/${contract.id}`)
  return { id: contract.id, number: contract.number, title: contract.title }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, reasonSchema, ({ reason }) => {
    voidContract(ctx, { contractId, reason })
    return redirectWithFlash(request, `/contracts/${contractId}`, {
      tone: 'success',
      text: { key: 'contracts:flash.voided' },
    })
  })
}

export default function VoidContract() {
  const { id, number, title } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contractendings')
  return (
    <ReasonForm
      lastResult={useActionData<typeof action>()?.lastResult}
      title={t('void.question', { number, title })}
      label={t('void.reason')}
      hint={t('reasonHint')}
      required={true}
      confirmLabel={t('void.confirm')}
      cancelTo={`/contracts/${id}`}
    >
      <p>{t('void.text')}</p>
    </ReasonForm>
  )
}
