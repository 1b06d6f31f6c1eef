import { useTranslation } from 'react-i18next'
import type { Einvoice, Line, Party } from '#app/features/einvoices/einvoice.ts'
import { useFormat } from '#app/i18n/format.ts'
import { quantityText, unitPriceText } from '#app/platform/money.ts'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'

const addressOf = ({ street, postalCode, city, country }: Party) =>
  [street, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')

/** An e-invoice as a page to read: what its file says, line by line. */
export function InvoiceContent({ content }: { content: Einvoice }) {
  const { t } = useTranslation('receivedinvoices')
  const format = useFormat()
  const { currency, totals, seller, buyer, delivery } = content
  const references = [
    ['orderReference', content.orderReference],
    ['contractReference', content.contractReference],
    ['projectReference', content.projectReference],
    ['buyerReference', content.buyerReference],
    ['paymentTerms', content.paymentTerms],
    ['preceding', content.preceding.map(({ number }) => number).join(', ')],
    [
      'delivery',
      [delivery?.date && format.date(delivery.date), delivery?.street, delivery?.city].filter(Boolean).join(', '),
    ],
    ['notes', content.notes.join('\n')],
  ] as const
  const price = ({ unitPriceE4 }: Line) => unitPriceText(unitPriceE4)
  return (
    <Card title={t('content.title')} description={t('content.text')}>
      <div className="flex flex-col gap-5">
        <DescriptionList
          layout="grid"
          items={[
            {
              term: t('content.seller'),
              description: [seller.name, addressOf(seller), seller.email].filter(Boolean).join(' · '),
            },
            { term: t('content.buyer'), description: [buyer.name, addressOf(buyer)].filter(Boolean).join(' · ') },
            ...references.flatMap(([key, value]) =>
              value ? [{ term: t(`content.${key}`), description: value, wide: key === 'notes' }] : [],
            ),
          ]}
        />
        <DataTable
          caption={t('content.lines')}
          rows={content.lines.map((line, index) => ({ ...line, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            {
              key: 'name',
              header: t('content.line'),
              primary: true,
              cell: ({ name, description, itemId }) => (
                <span className="wrap-anywhere">
                  {[itemId, name].filter(Boolean).join(' ')}
                  {description && <span className="block text-xs text-muted-foreground">{description}</span>}
                </span>
              ),
            },
            {
              key: 'quantity',
              header: t('content.quantity'),
              numeric: true,
              cell: ({ quantityMilli, unit }) => `${quantityText(quantityMilli)} ${unit}`,
            },
            { key: 'price', header: t('content.price'), numeric: true, cell: price },
            {
              key: 'vat',
              header: t('field.vat'),
              numeric: true,
              cell: ({ rateBp, category }) => (rateBp ? format.percent(rateBp) : t(`vat.${category}`)),
            },
            {
              key: 'net',
              header: t('field.net'),
              numeric: true,
              cell: ({ netCents }) => <Money cents={netCents} currency={currency} />,
            },
          ]}
        />
        <DescriptionList
          items={[
            ...content.adjustments.map(({ isCharge, amountCents, reason }) => ({
              term: reason ?? t(isCharge ? 'content.charge' : 'content.allowance'),
              description: <Money cents={isCharge ? amountCents : -amountCents} currency={currency} />,
            })),
            { term: t('field.net'), description: <Money cents={totals.netCents} currency={currency} /> },
            { term: t('field.vat'), description: <Money cents={totals.vatCents} currency={currency} /> },
            { term: t('field.gross'), description: <Money cents={totals.grossCents} currency={currency} /> },
            ...(totals.paidCents
              ? [{ term: t('content.prepaid'), description: <Money cents={-totals.paidCents} currency={currency} /> }]
              : []),
            { term: t('field.payable'), description: <Money cents={totals.dueCents} currency={currency} /> },
          ]}
        />
      </div>
    </Card>
  )
}
