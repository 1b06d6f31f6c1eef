import { useTranslation } from 'react-i18next'
import { virtualBarcode } from '#app/documents/virtual-barcode.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { formatReference } from '#app/platform/reference-number.ts'
import { useDetailFacts } from './detail-facts.ts'
import { DocumentLines } from './document-lines.tsx'
import { DocumentParty } from './document-party.tsx'
import { DocumentTotals } from './document-totals.tsx'

type Facts = ReadonlyArray<readonly [term: string, value: string | null, isStrong?: boolean]>

/** The invoice document: a light sheet in every theme, and the only thing printed (Finnish VAT Act, section 209 e). */
export function InvoiceDocument({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const { t: tParts } = useTranslation('invoiceparts')
  const isCreditNote = document.kind === 'credit_note'
  const grounds = [...new Set(document.lines.flatMap(({ vatGround }) => vatGround ?? []))]
  return (
    <article
      data-theme="light"
      aria-label={t('document.label')}
      className="print-alone flex min-w-0 flex-col gap-8 rounded-lg border border-border bg-card p-5 text-sm text-card-foreground sm:p-10 print:gap-6 print:rounded-none print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6 border-b-2 border-foreground pb-6">
        <DocumentParty party={document.seller} isSeller />
        <div className="sm:text-end">
          <p className="text-3xl font-semibold tracking-tight">
            {document.isAdvance ? tParts('document.advance') : t(`kind.${document.kind}`)}
          </p>
          <p className="mt-1 text-lg text-muted-foreground tabular-nums">{document.number ?? t('document.draft')}</p>
        </div>
      </header>
      <div className="grid items-start gap-8 sm:grid-cols-2 print:grid-cols-2">
        <div>
          <p className="mb-1.5 text-xs font-medium text-muted-foreground">{t('document.billTo')}</p>
          <DocumentParty party={document.buyer} />
        </div>
        <DocumentFacts facts={[...useDocumentFacts(document), ...useDetailFacts(document)]} />
      </div>
      <DocumentLines document={document} />
      <DocumentTotals document={document} />
      {(document.note || grounds.length > 0 || isCreditNote) && (
        <div className="flex max-w-prose flex-col gap-3">
          {grounds.map((ground) => (
            <p key={ground} className="font-medium">
              {t(`ground.${ground}`)}
            </p>
          ))}
          {isCreditNote && <p>{t('document.noteExplained', { number: document.creditedNumber })}</p>}
          {document.note && (
            <div>
              <p className="text-xs font-medium text-muted-foreground">
                {t(isCreditNote ? 'document.reason' : 'document.note')}
              </p>
              <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{document.note}</p>
            </div>
          )}
        </div>
      )}
      {!isCreditNote && document.number && <DocumentPayment document={document} />}
    </article>
  )
}

function useDocumentFacts(document: InvoiceDocumentData): Facts {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { number, issueDate, deliveryDate, dueDate, paymentTermDays, reference, creditedNumber } = document
  if (document.kind === 'credit_note') {
    return [
      [t('document.number'), number],
      [t('document.noteDate'), issueDate && format.date(issueDate)],
      [t('document.credits'), creditedNumber, true],
      [t('document.deliveryDate'), format.date(deliveryDate)],
    ]
  }
  const term = paymentTermDays > 0 ? t('document.termDays', { count: paymentTermDays }) : t('document.termNow')
  return [
    [t('document.number'), number ?? t('document.draftNumber')],
    [t('document.issueDate'), issueDate && format.date(issueDate)],
    [t('document.deliveryDate'), document.isAdvance ? null : format.date(deliveryDate)],
    [t('document.term'), term],
    [t('document.dueDate'), dueDate && format.date(dueDate), true],
    [t('document.reference'), reference && formatReference(reference)],
  ]
}

function DocumentFacts({ facts }: { facts: Facts }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {facts.map(
        ([term, value, isStrong]) =>
          value && (
            <div key={term} className="contents">
              <dt className="text-muted-foreground">{term}</dt>
              <dd className={isStrong ? 'text-end font-semibold tabular-nums' : 'text-end tabular-nums'}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Says why nothing is due. */
function Settled({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { status, currency, seller, buyer, retainedCents, retentionDue, carriedCents } = document
  const overpaidCents = document.overpaidCents - carriedCents
  const money = (cents: number) => ({ amount: format.money(cents, currency) })
  return (
    <div className="flex flex-col gap-1 border-t border-border pt-5 font-medium">
      <p>
        {status === 'credited'
          ? t('document.creditedInFull')
          : retainedCents > 0
            ? t(
                retentionDue?.when === 'returned' ? 'document.retentionReturned' : 'document.paidButRetention',
                money(retainedCents),
              )
            : t('document.paidInFull')}
      </p>
      {carriedCents > 0 && <p>{t('document.carriedText', money(carriedCents))}</p>}
      {overpaidCents > 0 && (
        <p>{t('document.overpaidText', { ...money(overpaidCents), seller: seller.name, buyer: buyer.name })}</p>
      )}
    </div>
  )
}

/** Payment details for the bank, and the virtual barcode that contains them. */
function DocumentPayment({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { seller, currency, reference, dueDate, openCents } = document
  if (openCents === 0) return <Settled document={document} />
  const iban = seller.iban ?? ''
  const barcode = virtualBarcode({ iban, amountCents: openCents, currency, reference: reference ?? '', dueDate })
  const facts: Facts = [
    [t('document.payee'), seller.name],
    [t('document.iban'), formatIban(iban), true],
    [t('document.bic'), seller.bic ?? null],
    [t('document.reference'), reference && formatReference(reference), true],
    [t('document.dueDate'), dueDate && format.date(dueDate)],
    [t('document.due'), format.money(openCents, currency), true],
  ]
  return (
    <section className="break-inside-avoid rounded-md border border-border bg-muted/50 p-4 sm:p-5">
      <h3 className="mb-3 text-base font-semibold">{t('document.payment')}</h3>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-3">
        {facts.map(
          ([term, value, isStrong]) =>
            value && (
              <div key={term} className="min-w-0">
                <dt className="text-xs text-muted-foreground">{term}</dt>
                <dd className={isStrong ? 'font-semibold tabular-nums' : 'tabular-nums'}>{value}</dd>
              </div>
            ),
        )}
        {barcode && (
          <div className="col-span-full min-w-0">
            <dt className="text-xs text-muted-foreground">{t('document.barcode')}</dt>
            <dd className="font-mono text-xs break-all">{barcode}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
