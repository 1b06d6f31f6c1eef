import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueDate } from '#app/features/contracts/due-dates/ui/due-date.tsx'
import { type MilestoneAction, restOf } from '#app/features/escrow/milestone.ts'
import type { EscrowDetail, EscrowMilestone } from '#app/features/escrow/queries.server.ts'
import { useUntaxed } from '#app/features/projects/ui/vat-text.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink, type ButtonVariant } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { closedMilestoneStatuses } from '#db/vocabulary/escrow.ts'
import { useSettlementItems } from './settlement-items.tsx'

const pages = [
  ['submit', 'submit', 'primary'],
  ['approve', 'approve', 'primary'],
  ['release', 'release', 'primary'],
  ['request_changes', 'request-changes', 'outline'],
  ['consent_refund', 'refund', 'primary'],
  ['cancel_refund', 'refund', 'outline'],
  ['request_refund', 'request-refund', 'outline'],
  ['resolve', 'resolve', 'primary'],
  ['dispute', 'dispute', 'ghost'],
] as const satisfies readonly (readonly [MilestoneAction, string, ButtonVariant])[]

/** One milestone: its status, the user's next step, files and buttons. */
export function MilestoneCard({
  milestone,
  escrow,
  readsFiles,
  invoice,
  notes,
}: {
  milestone: EscrowMilestone
  escrow: Pick<EscrowDetail, 'contract' | 'role' | 'files' | 'settlements' | 'retentionReleasedAt'>
  readsFiles: boolean
  /** The invoice for the milestone, or the form for it, where the reader may open it. */
  invoice: { to: string; isNew: boolean } | null
  /** What was noted on it. */
  notes?: ReactNode
}) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const deadline = useDeadline()
  const untaxed = useUntaxed()
  const { id, position, title, description, status, autoApprovalAt, autoReleaseAt } = milestone
  const isSilent = status === 'approved' && autoReleaseAt !== null
  const { contract, role, retentionReleasedAt } = escrow
  const { currency } = contract
  const isDirect = contract.paymentMethod === 'direct_invoice'
  const rest = restOf(milestone)
  const refundedCents = milestone.refundedNetCents + milestone.refundedVatCents
  const milestoneIsOpen = !closedMilestoneStatuses.some((closed) => closed === status)
  const files = escrow.files.filter((file) => file.milestoneId === id)
  const submissions = [...new Set(files.map(({ submittedAt }) => submittedAt))].map((submittedAt) => {
    const submitted = files.filter((file) => file.submittedAt === submittedAt)
    return { submittedAt, note: submitted[0]?.note, files: submitted }
  })
  const settlement = escrow.settlements[id] ?? null
  const settled = useSettlementItems(settlement, contract, retentionReleasedAt)
  const isRetained = status === 'released' && retentionReleasedAt === null && (settlement?.retainedCents ?? 0) > 0
  const side = role === 'provider' ? 'provider' : role === 'client' ? 'client' : 'admin'
  const hint =
    isDirect && status === 'planned'
      ? t(`direct.planned.${side}`)
      : isDirect && status === 'released'
        ? t('direct.released')
        : status === 'planned' && contract.status !== 'active'
          ? t('hint.ended')
          : contract.status !== 'active' &&
              (status === 'funded' || status === 'submitted' || status === 'changes_requested')
            ? t(`hint.endedHeld.${status}`)
            : isSilent
              ? t('silence.approved')
              : t(`hint.${side}.${isRetained ? 'retained' : status}`)
  return (
    <Card
      headingLevel={3}
      title={t('detail.milestoneTitle', { position, title })}
      actions={
        <StatusBadge status={status}>
          {t(isDirect && status === 'released' ? 'direct.closed' : `status.${status}`)}
        </StatusBadge>
      }
      className="break-inside-avoid"
    >
      <div className="flex flex-col gap-4">
        {description && <p className="max-w-prose text-sm whitespace-pre-line text-muted-foreground">{description}</p>}
        <p className="text-sm font-medium">
          {hint}
          {autoApprovalAt !== null && (
            <span className="font-normal text-muted-foreground">
              {' '}
              {t('detail.autoApproval', { date: deadline(autoApprovalAt, contract.timeZone) })}
            </span>
          )}
          {isSilent && contract.status === 'active' && (
            <span className="font-normal text-muted-foreground">
              {' '}
              {t('silence.release', { date: deadline(autoReleaseAt, contract.timeZone) })}
            </span>
          )}
        </p>
        <DescriptionList
          layout="grid"
          items={[
            { term: t('detail.amount'), description: <Money cents={milestone.amountCents} currency={currency} /> },
            {
              term: t('detail.net'),
              description: (
                <>
                  <Money cents={milestone.netCents} currency={currency} />{' '}
                  <span className="font-normal text-muted-foreground">
                    {untaxed(milestone.vatCategory) ?? t('detail.vat', { rate: format.percent(milestone.vatRateBp) })}
                  </span>
                </>
              ),
            },
            ...(rest.beforeCents > 0 && milestoneIsOpen
              ? [{ term: t('detail.certified'), description: <Money cents={rest.beforeCents} currency={currency} /> }]
              : []),
            ...(refundedCents > 0 && milestoneIsOpen
              ? [{ term: t('detail.refunded'), description: <Money cents={refundedCents} currency={currency} /> }]
              : []),
            ...(milestone.refundCents !== null
              ? [
                  {
                    term: t('detail.refundAsked'),
                    description: <Money cents={milestone.refundCents} currency={currency} />,
                  },
                ]
              : []),
            ...settled,
            ...(milestone.dueDate ? [{ term: t('detail.due'), description: <DueDate due={milestone} /> }] : []),
          ]}
        />
        {files.length > 0 && (
          <div>
            <h4 className="text-sm font-medium">{t('detail.deliverables')}</h4>
            {submissions.map(({ submittedAt, note, files: submitted }) => (
              <div key={submittedAt} className="mt-1.5 flex flex-col gap-1.5">
                {readsFiles && note && (
                  <p className="max-w-prose border-s-2 border-border ps-3 text-sm whitespace-pre-line wrap-anywhere">
                    {note}
                  </p>
                )}
                <ul className="flex flex-col gap-1 text-sm">
                  {submitted.map((file) => (
                    <li key={file.id} className="flex min-w-0 flex-wrap items-center gap-x-3">
                      {readsFiles ? (
                        <a
                          href={`/files/${file.id}`}
                          className="inline-flex min-h-6 min-w-0 items-center gap-1.5 font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-primary"
                        >
                          <Download aria-hidden className="size-4 shrink-0" />
                          <span className="wrap-anywhere">{file.name}</span>
                        </a>
                      ) : (
                        <span className="wrap-anywhere">{file.name}</span>
                      )}
                      <span className="text-xs text-muted-foreground">
                        {t('detail.file', {
                          kilobytes: format.number(Math.max(1, Math.round(file.size / 1000))),
                          time: format.dateTime(file.submittedAt),
                        })}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        )}
        {notes}
        {invoice && (
          <div className="print:hidden">
            <ButtonLink to={invoice.to} variant={invoice.isNew ? 'primary' : 'outline'} size="sm">
              {t(invoice.isNew ? 'action.invoice' : 'action.openInvoice')}
            </ButtonLink>
          </div>
        )}
        {!isDirect && readsFiles && (milestoneIsOpen || rest.beforeCents > 0) && (
          <div className="print:hidden">
            <ButtonLink to={`/milestones/${id}/valuations`} variant="outline" size="sm">
              {t('action.valuations')}
            </ButtonLink>
          </div>
        )}
        {readsFiles && (status === 'disputed' || status === 'resolved') && (
          <p className="text-sm print:hidden">
            <TextLink to={`/disputes/${id}`}>{t('detail.dispute')}</TextLink>
          </p>
        )}
        {milestone.actions.length > 0 && (
          <div className="flex flex-wrap gap-2 print:hidden">
            {pages
              .filter(([action]) => milestone.actions.includes(action))
              .map(([action, page, variant]) => (
                <ButtonLink key={action} to={`/milestones/${id}/${page}`} variant={variant} size="sm">
                  {t(action === 'consent_refund' ? 'action.answer_refund' : `action.${action}`)}
                </ButtonLink>
              ))}
          </div>
        )}
      </div>
    </Card>
  )
}
