import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { decideReversal } from '#app/features/bank/decide-reversal.server.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { getTransfer } from '#app/features/bank/reversals.server.ts'
import { reversalSchema } from '#app/features/bank/schemas.server.ts'
import { ReversalDecision, ReversalProposal } from '#app/features/bank/ui/reversal-forms.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { formatReference } from '#app/platform/reference-number.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { Timeline } from '#app/ui/timeline.tsx'

export const handle: PageHandle = { title: 'reversals:title', description: 'reversals:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const detail = orNotFound(getTransfer(ctx, params.transferId ?? ''))
  return { detail, actorId: ctx.actor.id, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const transferId = params.transferId ?? ''
  return handleForm(request, reversalSchema, ({ submissionId, ...input }) => {
    const said =
      input.intent === 'propose'
        ? proposeReversal(ctx, { transferId, reason: input.reason, submissionId }) && 'proposed'
        : decideReversal(ctx, { transferId, reversalId: input.reversalId, decision: input.intent, submissionId }).status
    return redirectWithFlash(request, `/escrow/transfers/${transferId}`, {
      tone: 'success',
      text: { key: `reversals:flash.${said}` },
    })
  })
}

export default function BankTransfer() {
  const { detail, actorId, submissionId } = useLoaderData<typeof loader>()
  const { transfer, credits, reversals } = detail
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('reversals')
  const format = useFormat()
  const [latest] = reversals
  const isReversed = latest?.status === 'confirmed'
  const form = { detail, submissionId, lastResult }
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('escrow'), to: '/escrow' },
          { label: t('transfers'), to: '/escrow/transfers' },
          { label: transfer.payerName },
        ]}
      />
      {isReversed && (
        <Alert tone="info" title={t('reversed.title')}>
          {t('reversed.text')}
        </Alert>
      )}
      {latest?.status === 'proposed' && <ReversalDecision {...form} isOwn={latest.proposerId === actorId} />}
      <Card title={t('recorded')}>
        <DescriptionList
          layout="grid"
          items={[
            {
              term: t('field.amount'),
              description: <Money cents={transfer.amountCents} currency={transfer.currency} />,
            },
            { term: t('field.payer'), description: transfer.payerName },
            { term: t('field.paidOn'), description: format.date(transfer.paidOn) },
            {
              term: t('field.reference'),
              description: transfer.reference ? (
                <bdi dir="ltr">{formatReference(transfer.reference)}</bdi>
              ) : (
                t('field.none')
              ),
            },
            { term: t('field.archiveId'), description: transfer.archiveId },
            ...(transfer.payerIban
              ? [{ term: t('field.payerIban'), description: formatIban(transfer.payerIban) }]
              : []),
            {
              term: t('field.recorded'),
              description: t('by', { name: transfer.recordedBy, time: format.dateTime(transfer.recordedAt) }),
            },
            ...(transfer.contractId
              ? [
                  {
                    term: t('field.milestone'),
                    description: (
                      <TextLink to={`/escrow/${transfer.contractId}`}>
                        {t('milestone', { contract: transfer.contractNumber, milestone: transfer.milestone })}
                      </TextLink>
                    ),
                  },
                ]
              : []),
            ...credits.map(({ kind, company, cents }) => ({
              term: kind === 'suspense' ? t('waits') : t('creditedTo', { company: company ?? '' }),
              description: <Money cents={cents} currency={transfer.currency} />,
            })),
            ...(transfer.message ? [{ term: t('field.message'), description: transfer.message, wide: true }] : []),
          ]}
        />
      </Card>
      {(!latest || latest.status === 'declined') && <ReversalProposal {...form} />}
      {reversals.some(({ status }) => status !== 'proposed') && (
        <Card title={t('history')}>
          <Timeline
            entries={reversals
              .filter(({ status }) => status !== 'proposed')
              .map((one) => ({
                id: one.id,
                title: t(one.status === 'confirmed' ? 'step.confirmed' : 'step.declined'),
                by: t('step.by', { proposer: one.proposer, decider: one.decider ?? '' }),
                time: format.dateTime(one.decidedAt ?? one.proposedAt),
                body: <p className="whitespace-pre-line">{one.reason}</p>,
              }))}
          />
        </Card>
      )}
    </div>
  )
}
