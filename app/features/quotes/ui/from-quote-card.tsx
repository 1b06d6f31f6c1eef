import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** On an invoice: the quote that it was made from, and by how much its invoices exceed it. */
export function FromQuoteCard({
  quote,
}: {
  quote: { id: string; number: string; overCents: number; currency: string } | null
}) {
  const { t } = useTranslation('quotelist')
  const format = useFormat()
  if (!quote) return null
  const { id, number, overCents, currency } = quote
  return (
    <Card title={t('from')}>
      <div className="flex flex-col gap-2.5 text-sm">
        <TextLink block to={`/invoicing/quotes/${id}`}>
          {t('name', { number })}
        </TextLink>
        {overCents > 0 && <p>{t('over', { amount: format.money(overCents, currency) })}</p>}
      </div>
    </Card>
  )
}
