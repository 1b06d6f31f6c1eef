import { useTranslation } from 'react-i18next'
import type { Received } from '#app/features/received-invoices/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What was paid, by hand or by a row of the books, and what of it was taken back. */
export function InvoicePayments({ invoice, payments, may }: Pick<Received, 'invoice' | 'payments' | 'may'>) {
  const { t } = useTranslation('receivedinvoices')
  const format = useFormat()
  if (payments.length === 0) return null
  return (
    <DataTable
      caption={t('payments.title')}
      captionHidden={false}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'day',
          header: t('payments.day'),
          primary: true,
          cell: ({ paidOn }) => <span className="whitespace-nowrap">{format.date(paidOn)}</span>,
        },
        {
          key: 'source',
          header: t('payments.how'),
          cell: ({ source, transactionId, reversesId }) =>
            transactionId ? (
              <TextLink to={`/financials/transactions/${transactionId}`}>{t('payments.row')}</TextLink>
            ) : (
              t(reversesId ? 'payments.takenBack' : `payments.${source}`)
            ),
        },
        {
          key: 'amount',
          header: t('payments.amount'),
          numeric: true,
          cell: ({ amountCents }) => <Money cents={amountCents} currency={invoice.currency} />,
        },
        {
          key: 'actions',
          header: t('payments.takeBack'),
          actions: true,
          cell: ({ id, amountCents, transactionId, isTakenBack }) =>
            may.takeBack &&
            amountCents > 0 &&
            transactionId === null &&
            !isTakenBack && (
              <PostForm action={`/invoicing/received/${invoice.id}/take-back`}>
                <input type="hidden" name="paymentId" value={id} />
                <SubmitButton variant="outline" size="sm">
                  {t('payments.takeBack')}
                </SubmitButton>
              </PostForm>
            ),
        },
      ]}
    />
  )
}
