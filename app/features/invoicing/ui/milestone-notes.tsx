import { useTranslation } from 'react-i18next'
import { newInvoicePath } from '#app/features/invoicing/invoice-path.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

type Milestone = {
  milestoneId: string
  certificateId: string | null
  certificateNumber: number | null
  title: string
  contractNumber: string
  grossCents: number
  releasedCents: number
  retainedCents: number
  retentionReleasedAt: number | null
  currency: string
}

/** What an invoice of a milestone is for, by its title: all or the rest of it, or a payment certificate. */
export function usePartTitle() {
  const { t } = useTranslation('invoicing')
  return ({ title, certificateNumber: number }: Pick<Milestone, 'title' | 'certificateNumber'>) =>
    number === null ? title : t('form.certificate', { title, number })
}

/** The milestone that an invoice is for, and that it was paid. */
export function MilestoneNote({ milestone }: { milestone: Milestone }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { contractNumber, grossCents, releasedCents, currency } = milestone
  const title = usePartTitle()(milestone)
  const retainedCents = milestone.retentionReleasedAt === null ? milestone.retainedCents : 0
  const paidCents = releasedCents + milestone.retainedCents - retainedCents
  const amounts = { amount: format.money(paidCents, currency), retained: format.money(retainedCents, currency) }
  return (
    <Alert tone="info" title={t('form.milestone', { title, number: contractNumber })}>
      {paidCents > 0
        ? t(retainedCents > 0 ? 'form.milestoneRetained' : 'form.milestoneText', amounts)
        : t('form.milestoneDirect', { amount: format.money(grossCents, currency) })}
    </Alert>
  )
}

/** Milestones that have no invoice yet. */
export function SuggestedMilestones({ milestones }: { milestones: readonly Milestone[] }) {
  const { t } = useTranslation('invoicing')
  const titleOf = usePartTitle()
  return (
    <Alert
      tone="info"
      title={t('form.suggested')}
      actions={milestones.map((part) => (
        <ButtonLink key={newInvoicePath(part)} to={newInvoicePath(part)} variant="outline" size="sm">
          {t('form.suggestedAction', { title: titleOf(part) })}
        </ButtonLink>
      ))}
    >
      {t('form.suggestedText')}
    </Alert>
  )
}
