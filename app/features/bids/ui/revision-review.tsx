import { Form } from '@remix-run/react'
import { Lock, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Gap } from '#app/features/bids/levelling/levelling.ts'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { BidReview } from './bid-review.tsx'

/**
 * A revision before it is sealed. Nothing is stored yet: what was typed is in the form of the two buttons, one of which seals it, while the
 * other, named `backField`, shows the form again.
 */
export function RevisionReview({
  bid,
  gaps,
  typed,
  backField,
}: {
  bid: BidDetail
  gaps: readonly Gap[]
  typed: readonly [name: string, value: string][]
  backField: string
}) {
  const { t } = useTranslation('bids')
  const { t: tFiles } = useTranslation('bidfiles')
  return (
    <Form method="post">
      {typed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <BidReview bid={bid} gaps={gaps}>
        <SubmitButton size="lg" name="outcome" value="submit" icon={Lock}>
          {t('form.revise')}
        </SubmitButton>
        <SubmitButton size="lg" variant="outline" name={backField} value="true" icon={Pencil}>
          {tFiles('review.back')}
        </SubmitButton>
      </BidReview>
    </Form>
  )
}
