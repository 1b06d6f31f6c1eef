import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { reasonSchema } from '#app/features/contracts/schemas.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { terminateContract } from '#app/features/escrow/terminate-contract.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:terminate.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const { id, number, title, currency, actions } = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!actions.includes('terminate')) leavePage(`/contracts/${id}`)
  const { position } = orNotFound(getEscrow(ctx, id))
  const { heldCents, retentionCents } = position
  return { id, number, title, currency, heldCents: heldCents - retentionCents, retentionCents }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, reasonSchema, ({ reason }) => {
    terminateContract(ctx, { contractId, reason })
    return redirectWithFlash(request, `/contracts/${contractId}`, {
      tone: 'success',
      text: { key: 'contracts:flash.terminated' },
    })
  })
}

export default function TerminateContract() {
  const { id, number, title, currency, heldCents, retentionCents } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('escrow')
  const format = useFormat()
  if (heldCents > 0 && !lastResult) {
    return (
      <Alert
        tone="warning"
        title={t('terminate.heldTitle')}
        actions={<ButtonLink to={`/escrow/${id}`}>{t('terminate.toMilestones')}</ButtonLink>}
      >
        {t('terminate.held', { amount: format.money(heldCents, currency) })}
      </Alert>
    )
  }
  return (
    <ReasonForm
      lastResult={lastResult}
      title={t('terminate.question', { number, title })}
      label={t('terminate.reason')}
      hint={t('reasonHint')}
      required
      confirmLabel={t('terminate.confirm')}
      cancelTo={`/contracts/${id}`}
    >
      <p>{t('terminate.text')}</p>
      {retentionCents > 0 && <p>{t('terminate.retention', { amount: format.money(retentionCents, currency) })}</p>}
    </ReasonForm>
  )
}
