import {
  AlarmClock,
  ArrowRightLeft,
  BadgeCheck,
  Banknote,
  FileMinus2,
  FilePlus2,
  HandCoins,
  Link2,
  Link2Off,
  type LucideIcon,
  Pencil,
  Scale,
  Send,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import type { HistoryEntry, InvoiceDetail, InvoicePayment } from '#app/features/invoicing/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Timeline } from '#app/ui/timeline.tsx'
import { useRetentionDue } from './retention-due.ts'

/** What was paid, and given back, with the retention as an item of its own (INV-12). */
export function Payments({
  payments,
  document,
}: {
  payments: readonly InvoicePayment[]
  document: InvoiceDocumentData
}) {
  const { t } = useTranslation('invoicesteps')
  const { t: tInvoice } = useTranslation('invoicing')
  const format = useFormat()
  const dueOf = useRetentionDue()
  const { currency, retainedCents, retentionDue } = document
  return (
    <Card title={t('payments.title')}>
      {payments.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('payments.none')}</p>
      ) : (
        <ul className="divide-y divide-border text-sm">
          {payments.map(({ id, source, amountCents, paidOn, method, note, counter }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2 first:pt-0 last:pb-0">
              <span>
                {t(`payments.source.${source}`)}
                <span className="block text-muted-foreground">
                  {[format.date(paidOn), method && t(`payments.method.${method}`), note].filter(Boolean).join(' · ')}
                </span>
                {counter && (
                  <TextLink block to={`/invoicing/${counter.id}`}>
                    {tInvoice('title.invoice', { number: counter.number })}
                  </TextLink>
                )}
              </span>
              <Money cents={amountCents} currency={currency} className="font-medium" />
            </li>
          ))}
        </ul>
      )}
      {retainedCents > 0 && (
        <p className="mt-3 border-t border-border pt-3 text-sm">
          {t('payments.retained', { amount: format.money(retainedCents, currency) })}
          {retentionDue && <span className="block text-muted-foreground">{dueOf(retentionDue)}</span>}
        </p>
      )}
    </Card>
  )
}

/** The credit notes of an invoice, or the invoice of a credit note. */
export function CreditNotes({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoicesteps')
  const { t: tInvoice } = useTranslation('invoicing')
  const { creditNotes, creditedInvoice, document } = invoice
  const related = creditedInvoice
    ? [{ ...creditedInvoice, label: t('related.credited', { number: creditedInvoice.number }) }]
    : creditNotes.map((note) => ({ ...note, label: tInvoice('title.credit_note', { number: note.number }) }))
  if (related.length === 0) return null
  return (
    <Card title={creditedInvoice ? tInvoice('kind.invoice') : t('notes.title')}>
      <ul className="flex flex-col gap-2 text-sm">
        {related.map(({ id, label, grossCents }) => (
          <li key={id} className="flex items-baseline justify-between gap-4">
            <TextLink block to={`/invoicing/${id}`}>
              {label}
            </TextLink>
            <Money cents={grossCents} currency={document.currency} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const steps = {
  'invoice.create': ['create', FilePlus2],
  'invoice.update': ['update', Pencil],
  'invoice.issue': ['issue', BadgeCheck],
  'invoice.send': ['send', Send],
  'invoice.share': ['share', Link2],
  'invoice.unshare': ['unshare', Link2Off],
  'invoice.pay': ['pay', Banknote],
  'invoice.pay_from_escrow': ['payFromEscrow', Banknote],
  'invoice.move_payment': ['movePayment', ArrowRightLeft],
  'invoice.remind': ['remind', AlarmClock],
  'invoice.credit': ['credit', FileMinus2],
  'invoice.refund': ['refund', HandCoins],
  'invoice.set_off': ['setOff', Scale],
} as const satisfies Record<string, readonly [string, LucideIcon]>

const isStep = (action: string): action is keyof typeof steps => action in steps

/** The history of an invoice, latest first. */
export function History({
  invoiceId,
  entries,
  currency,
}: {
  invoiceId: string
  entries: readonly HistoryEntry[]
  currency: string
}) {
  const { t } = useTranslation('invoicesteps')
  const format = useFormat()
  const shown = entries.flatMap(({ seq, action, at, by, amountCents }) => {
    if (!isStep(action)) return []
    const [name, icon] = steps[action]
    return {
      id: String(seq),
      icon,
      title: t(`history.${name}`, { amount: format.money(amountCents ?? 0, currency) }),
      time: <time dateTime={new Date(at).toISOString()}>{format.dateTime(at)}</time>,
      by,
    }
  })
  return (
    <Card title={t('history.title')}>
      <Timeline entries={shown} />
      {entries.some(({ action }) => action === 'invoice.remind') && (
        <p className="mt-3 text-sm">
          <TextLink block to={`/invoicing/${invoiceId}/reminders`}>
            {t('reminders')}
          </TextLink>
        </p>
      )}
    </Card>
  )
}

export function Fingerprint({ hash }: { hash: string }) {
  const { t } = useTranslation('invoicesteps')
  return (
    <Card title={t('related.hash')} description={t('related.hashText')}>
      <p className="font-mono text-xs break-all">{hash}</p>
    </Card>
  )
}
