import { useTranslation } from 'react-i18next'
import type { AgreedTerms } from '#app/features/contract-steps/agreed-terms.server.ts'
import { DueDate } from '#app/features/contracts/due-dates/ui/due-date.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** In short, what a contract says of payment, handover, warranty, delay damages and securities; nothing where it says nothing of them. */
export function AgreedTermsCard({ terms, currency }: { terms: AgreedTerms; currency: string }) {
  const { t } = useTranslation('contracts')
  const { t: tSecurity } = useTranslation('securities')
  const format = useFormat()
  const { payment, handover, warrantyMonths, delay, securities } = terms
  const interest = (bp: number | null) => (bp === null ? t('paper.lateInterestByLaw') : format.percent(bp))
  const items = [
    ...(payment
      ? [
          { term: t('paper.paymentDays'), description: t('paper.days', { count: payment.paymentDays }) },
          { term: t('paper.lateInterest'), description: interest(payment.lateInterestBp) },
        ]
      : []),
    ...(payment?.conditions ? [{ term: t('paper.paymentTerms'), description: payment.conditions }] : []),
    ...(handover.dueDate ? [{ term: tSecurity('form.handoverDue'), description: <DueDate due={handover} /> }] : []),
    ...(warrantyMonths
      ? [
          {
            term: tSecurity('paper.warranty'),
            description: tSecurity('paper.warrantyTime', { count: warrantyMonths }),
          },
        ]
      : []),
    ...(delay
      ? [
          {
            term: tSecurity('paper.delayDamages'),
            description: (
              <>
                {tSecurity('paper.delay', { percent: format.percent(delay.rateBp), count: delay.maxDays })}
                <span className="block text-muted-foreground">{tSecurity(`days.${delay.days}`)}</span>
              </>
            ),
          },
        ]
      : []),
    ...securities.map(({ purpose, amountCents, kind, months: count }) => ({
      term: tSecurity(`purpose.${purpose}`),
      description: (
        <>
          {format.money(amountCents, currency)}
          <span className="block text-muted-foreground">{tSecurity(`kind.${kind}`)}</span>
          <span className="block text-muted-foreground">
            {tSecurity(purpose === 'warranty' ? 'paper.untilWarranty' : 'paper.untilHandover', { count })}
          </span>
        </>
      ),
    })),
  ]
  if (items.length === 0) return null
  return (
    <Card title={t('detail.agreed')}>
      <DescriptionList items={items} />
    </Card>
  )
}
