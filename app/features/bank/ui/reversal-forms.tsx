import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { TransferDetail } from '#app/features/bank/reversals.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { intentOf } from './suspense-suggestion.tsx'

type Props = { detail: TransferDetail; submissionId: string; lastResult?: SubmissionResult<string[]> }

/** A proposed reversal, for the admin who decides it; whoever proposed it can only take it back. */
export function ReversalDecision({ detail, submissionId, lastResult, isOwn }: Props & { isOwn: boolean }) {
  const { t } = useTranslation('reversals')
  const format = useFormat()
  const [form] = useForm({ id: 'decision', lastResult: intentOf(lastResult) === 'propose' ? undefined : lastResult })
  const { transfer, short } = detail
  const proposal = detail.reversals.find(({ status }) => status === 'proposed')
  if (!proposal) return null
  return (
    <Card title={t('decide.title', { amount: format.money(transfer.amountCents, transfer.currency) })}>
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4 text-sm">
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="reversalId" value={proposal.id} />
        <ErrorSummary form={form} labels={{}} />
        <p className="text-muted-foreground">
          {t('decide.by', { name: proposal.proposer, time: format.dateTime(proposal.proposedAt) })}
        </p>
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{proposal.reason}</p>
        <p className="max-w-prose">{t(isOwn ? 'decide.own' : 'decide.text')}</p>
        {short && <MovedOn detail={detail} />}
        <div className="flex flex-col gap-3 sm:flex-row">
          {!isOwn && !short && (
            <SubmitButton name="intent" value="confirm" variant="destructive">
              {t('decide.confirm')}
            </SubmitButton>
          )}
          <SubmitButton name="intent" value="decline" variant="outline">
            {t(isOwn ? 'decide.withdraw' : 'decide.decline')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

/** Proposes the reversal with a reason; where the money has moved on, what has to happen first. */
export function ReversalProposal({ detail, submissionId, lastResult }: Props) {
  const { t } = useTranslation('reversals')
  const [form, fields] = useForm<{ reason: string }>({
    id: 'reversal',
    lastResult: intentOf(lastResult) === 'propose' ? lastResult : undefined,
  })
  if (detail.short) return <MovedOn detail={detail} />
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ reason: t('propose.reason') }} />
      <FormCard
        title={t('propose.title')}
        description={t('propose.text')}
        actions={
          <SubmitButton name="intent" value="propose" variant="outline">
            {t('propose.submit')}
          </SubmitButton>
        }
      >
        <TextArea
          field={fields.reason}
          label={t('propose.reason')}
          hint={t('propose.reasonHint')}
          required
          maxLength={1000}
        />
      </FormCard>
    </Form>
  )
}

function MovedOn({ detail: { short, transfer } }: { detail: TransferDetail }) {
  const { t } = useTranslation('reversals')
  const format = useFormat()
  if (!short) return null
  const { cents, freeCents, company } = short
  const money = (amount: number) => format.money(amount, transfer.currency)
  return (
    <Alert tone="warning" title={t('movedOn.title')}>
      {t('movedOn.text', { company: company ?? '', free: money(freeCents), credited: money(cents) })}
    </Alert>
  )
}
