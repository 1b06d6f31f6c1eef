import { FilePlus2, Percent } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { InvoiceStatusBadge } from '#app/features/invoicing/ui/invoice-status.tsx'
import type { ShownQuote } from '#app/features/quotes/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What was invoiced of an accepted quote, what is left, and the buttons that invoice it. */
export function QuoteInvoices({ quote, submissionId }: { quote: ShownQuote; submissionId: string }) {
  const { t } = useTranslation('quotes')
  const format = useFormat()
  const { id, invoiced, actions, currency } = quote
  if (!invoiced) return null
  const { invoices, quotedCents, invoicedCents, leftCents, overCents } = invoiced
  const money = (cents: number) => format.money(cents, currency)
  return (
    <Card title={t('invoices.title')}>
      <div className="flex flex-col gap-4 text-sm">
        <p>{t('invoices.sum', { invoiced: money(invoicedCents), quoted: money(quotedCents) })}</p>
        {overCents > 0 && (
          <Alert tone="warning" title={t('invoices.over', { amount: money(overCents) })}>
            <p>{t('invoices.overHint')}</p>
          </Alert>
        )}
        {invoices.length > 0 && (
          <ul className="divide-y divide-border">
            {invoices.map((invoice) => (
              <li key={invoice.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span>
                  <TextLink to={`/invoicing/${invoice.id}`}>{invoice.number ?? t('invoices.draft')}</TextLink>
                  <span className="block text-muted-foreground">{t(`part.${invoice.part}`)}</span>
                </span>
                <span className="flex flex-col items-end gap-1">
                  <Money cents={invoice.netCents} currency={invoice.currency} />
                  <InvoiceStatusBadge status={invoice.status} isOverdue={false} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {leftCents > 0 && actions.includes('invoice') && (
          <>
            <PostForm action={`/invoicing/quotes/${id}/invoice-rest`} className="flex flex-col">
              <input type="hidden" name="submissionId" value={submissionId} />
              <SubmitButton icon={FilePlus2}>{t(invoices.length > 0 ? 'invoices.rest' : 'invoices.all')}</SubmitButton>
            </PostForm>
            <ButtonLink to={`/invoicing/quotes/${id}/invoice`} icon={Percent} variant="outline">
              {t('invoices.part')}
            </ButtonLink>
            <p className="text-muted-foreground">{t('invoices.hint')}</p>
          </>
        )}
      </div>
    </Card>
  )
}
