import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can, refusalReason } from '#app/features/accounts/require-right.server.ts'
import { filesOffer } from '#app/features/einvoices/files-offer.server.ts'
import { getOpenings } from '#app/features/einvoices/record-opening.server.ts'
import { FilesCard } from '#app/features/einvoices/ui/files-card.tsx'
import { getAdvanceUse } from '#app/features/invoicing/advances/advances-of-draft.server.ts'
import { shareUrl } from '#app/features/invoicing/content/share-link.server.ts'
import { findReissue } from '#app/features/invoicing/find-reissue.server.ts'
import { canDeleteInvoice } from '#app/features/invoicing/invoice.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { AdvanceCard } from '#app/features/invoicing/ui/advance-card.tsx'
import { InvoiceActions } from '#app/features/invoicing/ui/invoice-actions.tsx'
import { InvoiceDocument } from '#app/features/invoicing/ui/invoice-document.tsx'
import { CreditNotes, Fingerprint, History, Payments } from '#app/features/invoicing/ui/invoice-side.tsx'
import { InvoiceStatusBadge } from '#app/features/invoicing/ui/invoice-status.tsx'
import { ShareCard } from '#app/features/invoicing/ui/share-card.tsx'
import { findCredit } from '#app/features/open-items/find-credit.server.ts'
import { CreditCard } from '#app/features/open-items/ui/credit-card.tsx'
import { quoteOf } from '#app/features/quotes/queries.server.ts'
import { FromQuoteCard } from '#app/features/quotes/ui/from-quote-card.tsx'
import { scheduleOf } from '#app/features/recurring-invoices/queries.server.ts'
import { refusalOfRepeating } from '#app/features/recurring-invoices/template.server.ts'
import { RecurringCard } from '#app/features/recurring-invoices/ui/recurring-card.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { titleOf: (data) => (data as { title: string }).title }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const invoice = orNotFound(getInvoice(ctx, params.invoiceId ?? ''))
  const { kind, number, status, isAdvance } = invoice.document
  const repeatable = { kind, isAdvance, contractId: invoice.contractId }
  const title = number ? encodeMessage({ key: `invoicing:title.${kind}`, params: { number } }) : 'invoicing:title.draft'
  return {
    invoice,
    title,
    canDelete: canDeleteInvoice(status, invoice.role) && can(ctx, 'invoices.delete'),
    reissue: findReissue(ctx, invoice),
    credit: findCredit(ctx, invoice),
    offer: filesOffer(ctx, invoice, await readerOf(request, ctx.actor)),
    refusal: invoice.role === 'issuer' ? refusalReason(ctx, 'invoices.issue') : null,
    advanceUse: invoice.role === 'issuer' ? getAdvanceUse(ctx, invoice.id) : null,
    madeBy: invoice.role === 'issuer' ? scheduleOf(ctx, invoice.id) : null,
    fromQuote: invoice.role === 'issuer' ? quoteOf(ctx, invoice.id) : null,
    canRepeat: invoice.role === 'issuer' && !refusalOfRepeating(repeatable) && can(ctx, 'invoices.create'),
    openings: invoice.role === 'issuer' ? getOpenings(ctx.db, invoice.id) : null,
    url: invoice.share && shareUrl(invoice.share.shareId),
  }
}

export default function Invoice() {
  const loaded = useLoaderData<typeof loader>()
  const { invoice, canDelete, reissue, credit, offer, refusal, advanceUse, openings, url, madeBy, canRepeat } = loaded
  const { t } = useTranslation('invoicing')
  const { document, role } = invoice
  const { kind, number, status, isOverdue } = document
  const mayDeduct = invoice.actions.includes('edit') && !invoice.milestoneId
  const name = number ? t(`title.${kind}`, { number }) : t('title.draft')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Breadcrumbs
          items={[
            { label: t('list.title'), to: role === 'issuer' ? '/invoicing' : '/invoicing/received' },
            { label: name },
          ]}
        />
        <InvoiceStatusBadge status={status} isOverdue={isOverdue} />
      </div>
      <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-5 xl:col-start-2 print:hidden">
          {credit && <CreditCard credit={credit} />}
          <InvoiceActions invoice={invoice} reissue={reissue} refusal={refusal} canDelete={canDelete} />
        </div>
        <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <InvoiceDocument document={document} />
        </div>
        <aside className="flex flex-col gap-5 *:w-full md:max-xl:grid md:max-xl:grid-cols-2 md:max-xl:items-start print:hidden">
          <FilesCard base={`/invoicing/${invoice.id}`} offer={offer} />
          {role === 'issuer' && number && (
            <ShareCard id={invoice.id} share={invoice.share} openings={openings} url={url} />
          )}
          <AdvanceCard use={advanceUse} editAt={mayDeduct ? `/invoicing/${invoice.id}/advances` : null} />
          <FromQuoteCard quote={loaded.fromQuote} />
          <CreditNotes invoice={invoice} />
          {kind === 'invoice' && number && <Payments payments={invoice.payments} document={document} />}
          <RecurringCard invoiceId={invoice.id} madeBy={madeBy} canRepeat={canRepeat} />
          <History invoiceId={invoice.id} entries={invoice.history} currency={document.currency} />
          {invoice.hash && <Fingerprint hash={invoice.hash} />}
        </aside>
      </div>
    </div>
  )
}
