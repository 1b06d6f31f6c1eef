import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { reasonSchema } from '#app/features/contracts/schemas.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { returnFinalAccount } from '#app/features/final-accounts/return-final-account.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finalaccount:action.return' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contract, ...found } = orNotFound(getFinalAccount(ctx, params.contractId ?? ''))
  const account = orNotFound(found.account)
  const path = `/contracts/${contract.id}/final-account`
  if (!account.actions.includes('return')) leavePage(path)
  return { path, name: account.name }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, reasonSchema, ({ reason }) => {
    returnFinalAccount(ctx, { contractId, reason })
    const text = { key: 'finalaccount:flash.returned' }
    return redirectWithFlash(request, `/contracts/${contractId}/final-account`, { tone: 'success', text })
  })
}

export default function ReturnFinalAccount() {
  const { path, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation('finalaccount')
  const { t: tContract } = useTranslation('contractendings')
  return (
    <ReasonForm
      lastResult={useActionData<typeof action>()?.lastResult}
      title={t('return.question', { name })}
      label={t('return.reason')}
      hint={tContract('reasonHint')}
      required
      confirmLabel={t('action.return')}
      cancelTo={path}
    >
      <p>{t('return.text')}</p>
    </ReasonForm>
  )
}
