import { useTranslation } from 'react-i18next'
import type { Received } from '#app/features/received-invoices/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type Facts = Pick<Received, 'invoice' | 'fileName' | 'checkedByName' | 'approvedByName' | 'addedByName'>

/** What an invoice states, how it is to be paid, and who did what with it. */
export function InvoiceFacts({ invoice, fileName, checkedByName, approvedByName, addedByName }: Facts) {
  const { t } = useTranslation('receivedinvoices')
  const format = useFormat()
  const { currency, vat, checkedAt, approvedAt } = invoice
  const money = (cents: number) => <Money cents={cents} currency={currency} />
  const by = (at: number, name: string | null) => t('field.by', { time: format.dateTime(at), name: name ?? '' })
  const ids = [invoice.supplierBusinessId, invoice.supplierVatNumber].filter(Boolean).join(', ')
  return (
    <Card title={t('detail.facts')}>
      <DescriptionList
        layout="grid"
        items={[
          {
            term: t('field.supplier'),
            description: [invoice.supplierName, ids, format.country(invoice.supplierCountry)]
              .filter(Boolean)
              .join(' · '),
          },
          { term: t('field.number'), description: t(`kind.${invoice.kind}`, { number: invoice.number }) },
          { term: t('field.issueDate'), description: format.date(invoice.issueDate) },
          { term: t('field.dueDate'), description: format.date(invoice.dueDate) },
          { term: t('field.net'), description: money(invoice.netCents) },
          {
            term: t('field.vat'),
            description: (
              <span className="flex flex-col">
                {vat.map(({ category, rateBp, vatCents }) => (
                  <span key={`${category} ${rateBp}`}>
                    {money(vatCents)}{' '}
                    <span className="text-muted-foreground">
                      {rateBp > 0 ? format.percent(rateBp) : t(`vat.${category}`)}
                    </span>
                  </span>
                ))}
              </span>
            ),
          },
          { term: t('field.gross'), description: money(invoice.grossCents) },
          { term: t('field.payable'), description: money(invoice.payableCents) },
          { term: t('field.paid'), description: money(invoice.paidCents) },
          {
            term: t('field.iban'),
            description: invoice.iban ? (
              <span className="tabular-nums">{formatIban(invoice.iban)}</span>
            ) : (
              t('detail.noIban')
            ),
          },
          { term: t('field.reference'), description: invoice.reference || '–' },
          {
            term: t('field.file'),
            description: (
              <TextLink block to={`/files/${invoice.fileId}`} reloadDocument className="wrap-anywhere">
                {fileName}
              </TextLink>
            ),
          },
          { term: t('field.added'), description: by(invoice.addedAt, addedByName) },
          ...(checkedAt ? [{ term: t('field.checked'), description: by(checkedAt, checkedByName) }] : []),
          ...(approvedAt ? [{ term: t('field.approved'), description: by(approvedAt, approvedByName) }] : []),
          ...(invoice.note ? [{ term: t('field.note'), description: invoice.note, wide: true }] : []),
        ]}
      />
    </Card>
  )
}
