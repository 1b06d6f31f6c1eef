import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { reasonSchema } from '#app/features/contracts/schemas.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { handoverNumber, handoverPath } from '#app/features/handover/handover-page.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { returnHandover } from '#app/features/handover/return-handover.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'handover:action.return' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contract, ...found } = orNotFound(getHandover(ctx, params.contractId ?? '', handoverNumber(params.number)))
  const handover = orNotFound(found.handover)
  const path = handoverPath(contract.id, handover.number)
  if (!handover.actions.includes('return')) leavePage(path)
  return { path, name: handover.name }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const of = { contractId: params.contractId ?? '', number: handoverNumber(params.number) }
  return handleForm(request, reasonSchema, ({ reason }) => {
    const { number } = returnHandover(ctx, { ...of, reason })
    const text = { key: 'handover:flash.returned' }
    return redirectWithFlash(request, handoverPath(of.contractId, number), { tone: 'success', text })
  })
}

export default function ReturnHandover() {
  const { path, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation('handover')
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
