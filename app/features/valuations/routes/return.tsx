import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { ReasonForm } from '#app/features/contracts/ui/reason-form.tsx'
import { endValuation } from '#app/features/valuations/end-valuation.server.ts'
import { getValuation } from '#app/features/valuations/queries.server.ts'
import { returnSchema } from '#app/features/valuations/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'valuations:return.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.approve')
  const { valuation, role, actions } = orNotFound(getValuation(ctx, params.valuationId ?? ''))
  if (role !== 'client') orNotFound(null)
  if (!actions.includes('return')) leavePage(`/valuations/${valuation.id}`)
  return { id: valuation.id, name: valuation.name }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const valuationId = params.valuationId ?? ''
  return handleForm(request, returnSchema, ({ reason }) => {
    const { milestoneId } = endValuation(ctx, { valuationId, action: 'return', reason })
    const text = { key: 'valuations:flash.returned' }
    return redirectWithFlash(request, `/milestones/${milestoneId}/valuations`, { tone: 'success', text })
  })
}

/** The client returns a valuation to the provider, with a reason. */
export default function ReturnValuation() {
  const { id, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation('valuations')
  return (
    <ReasonForm
      lastResult={useActionData<typeof action>()?.lastResult}
      title={t('return.question', { name })}
      label={t('return.reason')}
      required
      confirmLabel={t('action.return')}
      cancelTo={`/valuations/${id}`}
    >
      <p>{t('return.text')}</p>
    </ReasonForm>
  )
}
