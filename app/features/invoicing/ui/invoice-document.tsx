import { useTranslation } from 'react-i18next'
import {
  buyerLabel,
  type DocumentFact,
  documentFacts,
  documentKind,
  documentLabel,
  groundTexts,
  paymentTexts,
  settledTexts,
} from '#app/features/invoicing/content/document-texts.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { DocumentLines } from './document-lines.tsx'
import { DocumentParty } from './document-party.tsx'
import { useDocumentReader } from './document-reader.ts'
import { DocumentTotals } from './document-totals.tsx'

/** The invoice document: a light sheet in every theme, and the only thing printed (Finnish VAT Act, section 209 e). */
export function InvoiceDocument({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const reader = useDocumentReader()
  const isCreditNote = document.kind === 'credit_note'
  const { grounds, corrects } = groundTexts(document, reader)
  return (
    <article
      data-theme="light"
      aria-label={documentLabel(document, reader)}
      className="print-alone flex min-w-0 flex-col gap-8 rounded-lg border border-border bg-card p-5 text-sm text-card-foreground sm:p-10 print:gap-6 print:rounded-none print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6 border-b-2 border-foreground pb-6">
        <DocumentParty party={document.seller} isSeller />
        <div className="sm:text-end">
          <p className="text-3xl font-semibold tracking-tight">{documentKind(document, reader)}</p>
          <p className="mt-1 text-lg text-muted-foreground tabular-nums">{document.number ?? t('document.draft')}</p>
        </div>
      </header>
      <div className="grid items-start gap-8 sm:grid-cols-2 print:grid-cols-2">
        <div>
          <p className="mb-1.5 text-xs font-medium text-muted-foreground">{buyerLabel(document, reader)}</p>
          <DocumentParty party={document.buyer} />
        </div>
        <DocumentFacts facts={documentFacts(document, reader)} />
      </div>
      {document.quote && <p className="text-lg font-semibold wrap-anywhere">{document.quote.title}</p>}
      <DocumentLines document={document} />
      <DocumentTotals document={document} />
      {(document.note || grounds.length > 0 || corrects) && (
        <div className="flex max-w-prose flex-col gap-3">
          {grounds.map((ground) => (
            <p key={ground} className="font-medium">
              {ground}
            </p>
          ))}
          {corrects && <p>{corrects}</p>}
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
      {!isCreditNote && !document.quote && document.number && <DocumentPayment document={document} />}
    </article>
  )
}

function DocumentFacts({ facts }: { facts: readonly DocumentFact[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {facts.map(([term, value, isStrong]) => (
        <div key={term} className="contents">
          <dt className="text-muted-foreground">{term}</dt>
          <dd className={isStrong ? 'text-end font-semibold tabular-nums' : 'text-end tabular-nums'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says why nothing is due. */
function Settled({ texts }: { texts: string[] }) {
  return (
    <div className="flex flex-col gap-1 border-t border-border pt-5 font-medium">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

/** Payment details for the bank, and the virtual barcode that contains them. */
function DocumentPayment({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const reader = useDocumentReader()
  if (document.openCents === 0) {
    const texts = settledTexts(document, reader)
    return texts.length > 0 && <Settled texts={texts} />
  }
  const { facts, barcode } = paymentTexts(document, reader)
  return (
    <section className="break-inside-avoid rounded-md border border-border bg-muted/50 p-4 sm:p-5">
      <h3 className="mb-3 text-base font-semibold">{t('document.payment')}</h3>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-3">
        {facts.map(([term, value, isStrong]) => (
          <div key={term} className="min-w-0">
            <dt className="text-xs text-muted-foreground">{term}</dt>
            <dd className={isStrong ? 'font-semibold tabular-nums' : 'tabular-nums'}>{value}</dd>
          </div>
        ))}
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
