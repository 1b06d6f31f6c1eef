import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeBasis } from '#app/features/change-orders/change-basis.server.ts'
import { changeFormOf } from '#app/features/change-orders/change-form.server.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { blankChangeLine } from '#app/features/change-orders/form-values.ts'
import { getChangedContract } from '#app/features/change-orders/queries.server.ts'
import { ChangeOrderForm } from '#app/features/change-orders/ui/change-order-form.tsx'
import { draftChangeFromMessage } from '#app/features/messages/work/draft-change-from-message.server.ts'
import { messageOfContract } from '#app/features/messages/work/message-of-contract.server.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'changeorders:new.title', description: 'changeorders:new.description' }

/** The field takes 150 and 5,000 characters. */
const maxQuotedTitle = 100
const maxQuoted = 4_500

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.change')
  const contract = orNotFound(getChangedContract(ctx, params.contractId ?? ''))
  if (!contract.mayPropose) leavePage(`/contracts/${contract.id}/changes`)
  const wanted = new URL(request.url).searchParams.get('message')
  const message = wanted === null ? null : orNotFound(messageOfContract(ctx, contract.id, wanted))
  const { t } = i18nFor((await detectLanguage(request, ctx.actor.locale)).locale)
  const quoted = message && {
    title: truncate(message.text.split('\n')[0] ?? '', maxQuotedTitle),
    description: t('messagework:quote', { name: message.authorName, text: truncate(message.text, maxQuoted) }),
  }
  return { contract, basis: changeBasis(ctx, contract), quoted, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, await changeFormOf(request, ctx, contractId), (input) => {
    // The page's own address, to which its form is posted.
    const messageId = new URL(request.url).searchParams.get('message')
    const { changeOrderId } =
      messageId === null
        ? draftChangeOrder(ctx, { ...input, contractId })
        : draftChangeFromMessage(ctx, { ...input, contractId, messageId })
    return redirectWithFlash(request, `/contracts/${contractId}/changes/${changeOrderId}`, {
      tone: 'success',
      text: { key: 'changeorders:flash.drafted' },
    })
  })
}

export default function NewChangeOrder() {
  const { contract, basis, quoted, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const { id, number } = contract
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('list.title'), to: `/contracts/${id}/changes` },
          { label: t('new.title') },
        ]}
      />
      <ChangeOrderForm
        lastResult={lastResult}
        basis={basis}
        submissionId={submissionId}
        cancelTo={`/contracts/${id}/changes`}
        submitLabel={t('new.submit')}
        initial={{
          ...{ title: quoted?.title ?? '', reason: '', description: quoted?.description ?? '' },
          ...{ vatRateBp: String(basis.vatRates[0] ?? 0) },
          ...{ lines: [blankChangeLine], extensionDays: '0', extensionMilestoneId: '', milestoneId: '' },
        }}
      />
    </div>
  )
}
