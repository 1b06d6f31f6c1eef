import { useTranslation } from 'react-i18next'
import type { getApproval } from '#app/features/approvals/queries.server.ts'
import { DrawnSignature } from '#app/features/contracts/signing/drawn-signature.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { useText } from '#app/ui/text.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export type ShownApproval = Omit<NonNullable<ReturnType<typeof getApproval>>, 'ip' | 'userAgent'>

/** What has become of a request, or why the user cannot approve it. */
export function ApprovalState({ approval }: { approval: ShownApproval }) {
  const { t } = useTranslation('approvals')
  const text = useText()
  const format = useFormat()
  const { status, decider, decidedAt, reason, voidGround, approvers, refusal, expiresAt } = approval
  if (status === 'pending') {
    const waits = approvers.length > 0 ? t('state.waits', { names: format.list(approvers) }) : t('state.nobody')
    return (
      <Alert tone="info" title={t('state.until', { deadline: format.deadline(expiresAt) })}>
        <p>{waits}</p>
        {refusal && <p>{text(refusal)}</p>}
      </Alert>
    )
  }
  const by = { name: decider ?? '', time: decidedAt ? format.dateTime(decidedAt) : '' }
  return (
    <Alert tone={status === 'approved' ? 'success' : 'warning'} title={t(`decided.${status}`, by)}>
      {voidGround && <p>{t(`void.${voidGround}`)}</p>}
      {reason && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
    </Alert>
  )
}

type Option = { id: string; description: string; netCents: number; isChosen: boolean }

/** Exactly what was asked; `options` are those of a bid that is to be awarded, chosen or not. */
export function ApprovalFacts({
  approval,
  fallback,
  options,
}: {
  approval: ShownApproval
  fallback: string | null
  options: readonly Option[]
}) {
  const { t } = useTranslation('approvals')
  const { t: tTeam } = useTranslation('team')
  const { t: tForms } = useTranslation('priceforms')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  const { act, title, path, amountCents, currency, asker, askedAt, status, digest, details } = approval
  const terms = [
    [t('decision.reason'), details.reason],
    [t('decision.contact'), details.contact],
    [t('decision.appeals'), details.appeals],
    [t('decision.fallback'), fallback],
  ] as const
  const awardTerms = terms.flatMap(([term, text]) =>
    text ? [{ term, description: <span className="wrap-anywhere whitespace-pre-line">{text}</span>, wide: true }] : [],
  )
  return (
    <Card title={t('detail.asked')}>
      <DescriptionList
        items={[
          { term: t('field.act'), description: t(`act.${act}`) },
          { term: t('field.subject'), description: <TextLink to={path}>{title}</TextLink> },
          {
            term: t(`amount.${act}`),
            description: <Money cents={amountCents} currency={currency} className="font-semibold" />,
          },
          ...(options.length > 0
            ? [
                {
                  term: tForms('option.title'),
                  description: options.map(({ id, description, netCents, isChosen }) => (
                    <span key={id} className="block wrap-anywhere">
                      {tForms(isChosen ? 'option.chosen' : 'option.notChosen', {
                        line: description,
                        amount: format.money(netCents, currency),
                      })}
                    </span>
                  )),
                  wide: true,
                },
              ]
            : []),
          ...awardTerms,
          ...(details.bic ? [{ term: tTeam('company.bic'), description: details.bic }] : []),
          { term: t('field.asker'), description: asker },
          { term: t('field.askedAt'), description: format.dateTime(askedAt) },
          ...(details.typedName ? [{ term: t('detail.typedName'), description: details.typedName }] : []),
          ...(details.drawing
            ? [
                {
                  term: tContract('sign.drawing'),
                  description: <DrawnSignature drawing={details.drawing} name={details.typedName ?? ''} />,
                },
              ]
            : []),
          ...(details.nameReason ? [{ term: t('detail.nameReason'), description: details.nameReason }] : []),
          { term: t('field.status'), description: <StatusBadge status={status}>{t(`status.${status}`)}</StatusBadge> },
          {
            term: t('detail.digest'),
            description: <code className="font-mono text-xs wrap-anywhere">{digest}</code>,
          },
        ]}
      />
    </Card>
  )
}
