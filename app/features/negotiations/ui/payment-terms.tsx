import { HandCoins } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Negotiation, PaymentProposal } from '#app/features/negotiations/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { AnswerButtons } from './answer-buttons.tsx'

/** What was proposed about paying, newest first; the newest accepted proposal is part of the contract. */
export function PaymentTerms({ negotiation, path }: { negotiation: Negotiation; path: string }) {
  const { t } = useTranslation('negotiation')
  const { proposals, mayNegotiate, party, other } = negotiation
  const open = proposals.find(({ state }) => state === 'open')
  const agreed = proposals
    .filter(({ state }) => state === 'accepted')
    .sort((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0))[0]
  const mayPropose = mayNegotiate && open?.party !== party
  return (
    <PageSection
      title={t('payment.title')}
      description={t(agreed ? 'payment.agreed' : 'payment.text')}
      actions={
        mayPropose && (
          <ButtonLink to={`${path}/payment-terms`} icon={HandCoins} variant="outline" size="sm">
            {t(open ? 'payment.counter' : 'payment.propose')}
          </ButtonLink>
        )
      }
    >
      {proposals.map((proposal) => (
        <Proposal
          key={proposal.id}
          proposal={proposal}
          by={proposal.party === party ? t('yourCompany') : other}
          isReplaced={proposal.state === 'accepted' && proposal !== agreed}
          action={`${path}/payment-terms/${proposal.id}`}
        />
      ))}
    </PageSection>
  )
}

function Proposal({
  proposal,
  by,
  isReplaced,
  action,
}: {
  proposal: PaymentProposal
  by: string
  /** Accepted, and later others were. */
  isReplaced: boolean
  action: string
}) {
  const { t } = useTranslation('negotiation')
  const format = useFormat()
  const { state, paymentDays, lateInterestBp, conditions, createdAt, author } = proposal
  return (
    <Card as="article">
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground">
          <span className="font-medium text-foreground wrap-anywhere">{author}</span>
          <span className="wrap-anywhere">{by}</span>
          <time dateTime={new Date(createdAt).toISOString()}>{format.dateTime(createdAt)}</time>
          <StatusBadge status={isReplaced ? 'countered' : state}>
            {t(`proposalState.${isReplaced ? 'replaced' : state}`)}
          </StatusBadge>
        </p>
        <DescriptionList
          items={[
            { term: t('payment.days'), description: t('payment.daysAfter', { count: paymentDays }) },
            {
              term: t('payment.lateInterest'),
              description: lateInterestBp === null ? t('payment.byLaw') : format.percent(lateInterestBp),
            },
            ...(conditions
              ? [
                  {
                    term: t('payment.conditions'),
                    description: <span className="wrap-anywhere whitespace-pre-line">{conditions}</span>,
                  },
                ]
              : []),
          ]}
        />
        <AnswerButtons action={action} actions={proposal.actions} />
      </div>
    </Card>
  )
}
