import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { signingDays } from '#app/features/contracts/limits.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { expectedVersionOf } from '#app/platform/forms/require-unchanged.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracts:send.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!contract.actions.includes('send')) throw redirect(`/contracts/${contract.id}`)
  return {
    id: contract.id,
    number: contract.number,
    expectedVersion: contract.updatedAt,
    provider: contract.provider.name,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  const page = `/contracts/${contractId}`
  const expectedVersion = expectedVersionOf(await readForm(request))
  return handleButton(request, page, () => {
    sendContract(ctx, { contractId, expectedVersion })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'contracts:flash.sent' } })
  })
}

export default function SendContract() {
  const { id, number, expectedVersion, provider } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracts')
  return (
    <Form method="post">
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <ConfirmPanel
        title={t('send.question', { number, provider })}
        confirmLabel={t('send.confirm')}
        cancelTo={`/contracts/${id}`}
        destructive={false}
      >
        <p>{t('send.frozen')}</p>
        <p>{t('send.time', { count: signingDays })}</p>
      </ConfirmPanel>
    </Form>
  )
}
