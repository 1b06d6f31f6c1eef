import { HandCoins, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export type CreditBalance = {
  /** The invoice above which was paid: on a credit note's page, the one that it corrects. */
  invoiceId: string
  number: string
  role: 'issuer' | 'recipient'
  seller: string
  buyer: string
  cents: number
  /** The part that pays the milestone's next invoice. */
  carriedCents: number
  currency: string
  /** Whether the caller may give it back here. */
  mayGiveBack: boolean
  isOther: boolean
}

/** What the seller owes back to the buyer of an invoice, and what to do about it (INV-13). */
export function CreditCard({ credit }: { credit: CreditBalance }) {
  const { t } = useTranslation('openitems')
  const { t: tInvoicing } = useTranslation('invoicing')
  const format = useFormat()
  const { invoiceId, number, role, seller, buyer, cents, carriedCents, currency, mayGiveBack, isOther } = credit
  const amount = format.money(cents, currency)
  return (
    <Card title={t('card.title')}>
      <div className="flex flex-col gap-2.5 text-sm">
        <p>{t(role === 'issuer' ? 'card.issuer' : 'card.recipient', { amount, seller, buyer })}</p>
        {carriedCents > 0 && <p>{t('card.carried', { amount: format.money(carriedCents, currency) })}</p>}
        {isOther && (
          <TextLink block to={`/invoicing/${invoiceId}`}>
            {t('card.open', { number })}
          </TextLink>
        )}
        {mayGiveBack && (
          <>
            <ButtonLink to={`/invoicing/${invoiceId}/set-off`} icon={Scale} variant="outline">
              {tInvoicing('actions.setOff')}
            </ButtonLink>
            <ButtonLink to={`/invoicing/${invoiceId}/refund`} icon={HandCoins} variant="outline">
              {tInvoicing('actions.refund')}
            </ButtonLink>
          </>
        )}
      </div>
    </Card>
  )
}
