import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { SuspenseDetail } from '#app/features/bank/suspense.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatReference } from '#app/platform/reference-number.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { TextLink } from '#app/ui/text-link.tsx'

/** Why a sum waits, and what it seems to be for. */
export function SuspenseSuggestion({
  detail: { transfer, milestone, suggestions, alike },
  submissionId,
  lastResult,
}: {
  detail: SuspenseDetail
  submissionId: string
  lastResult?: SubmissionResult<string[]>
}) {
  const { t } = useTranslation('bank')
  const format = useFormat()
  const [form] = useForm({ id: 'fund', lastResult: intentOf(lastResult) === 'fund' ? lastResult : undefined })
  const others = alike.filter((one) => suggestions.every(({ milestoneId }) => milestoneId !== one.milestoneId))
  const due = milestone ? format.money(milestone.amountCents, milestone.currency) : ''
  return (
    <Card title={t(`why.${transfer.reason}`)}>
      <div className="flex flex-col gap-4 text-sm">
        <ErrorSummary form={form} labels={{}} />
        <p className="max-w-prose">{t(`reason.${transfer.reason}`, { due })}</p>
        {milestone && (
          <p>
            <TextLink to={`/escrow/${milestone.contractId}`}>
              {t('item.milestone', { contract: milestone.number, milestone: milestone.title })}
            </TextLink>
          </p>
        )}
        {milestone && (
          <p>
            {t('item.because.reference', {
              open: format.money(transfer.openCents, transfer.currency),
              due,
            })}
          </p>
        )}
        {milestone && milestone.missingCents > 0 && (
          <p>{t('item.missing', { amount: format.money(milestone.missingCents, milestone.currency) })}</p>
        )}
        {milestone && milestone.others.length > 0 && (
          <div>
            <p>{t('item.together')}</p>
            <ul className="mt-1 list-disc ps-5">
              {milestone.others.map(({ id, openCents, paidOn }) => (
                <li key={id}>
                  <TextLink to={`/escrow/suspense/${id}`}>
                    {t('item.other', { amount: format.money(openCents, transfer.currency), date: format.date(paidOn) })}
                  </TextLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        {milestone?.canFund && (
          <Form method="post" id={form.id} noValidate>
            <input type="hidden" name="submissionId" value={submissionId} />
            <SubmitButton name="intent" value="fund">
              {t('item.fund', { amount: due })}
            </SubmitButton>
          </Form>
        )}
        {suggestions.map((one) => (
          <div key={one.milestoneId} className="flex flex-col items-start gap-2 border-t border-border pt-4">
            <p>
              <TextLink to={`/escrow/${one.contractId}`}>
                {t('item.milestone', { contract: one.number, milestone: one.title })}
              </TextLink>
            </p>
            <p>
              {t(`item.because.${one.by}`, {
                reference: formatReference(one.reference),
                open: format.money(transfer.openCents, transfer.currency),
                due: format.money(one.dueCents, transfer.currency),
              })}
            </p>
            <Form method="post">
              <input type="hidden" name="submissionId" value={submissionId} />
              <input type="hidden" name="milestoneId" value={one.milestoneId} />
              <SubmitButton name="intent" value="fund" variant="outline">
                {t('item.fund', { amount: format.money(one.dueCents, transfer.currency) })}
              </SubmitButton>
            </Form>
          </div>
        ))}
        {others.length > 0 && (
          <div>
            <p>{t('item.alike')}</p>
            <ul className="mt-1 list-disc ps-5">
              {others.map((one) => (
                <li key={`${one.contractId} ${one.title}`}>
                  <TextLink to={`/escrow/${one.contractId}`}>
                    {t('item.milestone', { contract: one.number, milestone: one.title })}
                  </TextLink>{' '}
                  {t(one.isNamed ? 'item.sameName' : 'item.otherName', {
                    client: one.clientName,
                    businessId: one.businessId ?? '–',
                  })}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Which of the page's forms was sent. */
export function intentOf(lastResult: SubmissionResult<string[]> | undefined): string | undefined {
  const intent = lastResult?.initialValue?.intent
  return typeof intent === 'string' ? intent : undefined
}
