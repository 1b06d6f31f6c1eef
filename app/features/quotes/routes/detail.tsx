import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PrintButton } from '#app/documents/print-button.tsx'
import { refusalReason } from '#app/features/accounts/require-right.server.ts'
import { InvoiceDocument } from '#app/features/invoicing/ui/invoice-document.tsx'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { QuoteActions } from '#app/features/quotes/ui/quote-actions.tsx'
import { QuoteInvoices } from '#app/features/quotes/ui/quote-invoices.tsx'
import { QuoteLinkCard } from '#app/features/quotes/ui/quote-link-card.tsx'
import { QuoteNotes, QuoteVersions } from '#app/features/quotes/ui/quote-notes.tsx'
import { QuoteStatusBadge } from '#app/features/quotes/ui/quote-status.tsx'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { titleOf: (data) => (data as { title: string }).title }

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, quote } = await loadQuotePage(args)
  const { content: _content, ...shown } = quote
  const title = quote.number ? encodeMessage({ key: 'quotes:name', params: { number: quote.number } }) : 'quotes:draft'
  return { quote: shown, title, refusal: refusalReason(ctx, 'invoices.send'), submissionId: newSubmissionId() }
}

export default function QuotePage() {
  const { quote, refusal, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('quotes')
  const { id, number, state, document, sent, versions, invoiced } = quote
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Breadcrumbs
          items={[
            { label: t('invoicing'), to: '/invoicing' },
            { label: t('title'), to: '/invoicing/quotes' },
            { label: number ?? t('draft') },
          ]}
        />
        <QuoteStatusBadge state={state} isInvoiced={invoiced?.leftCents === 0} />
      </div>
      <div className="flex flex-col gap-5 empty:hidden print:hidden">
        <QuoteNotes quote={quote} />
      </div>
      <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-5 xl:col-start-2 print:hidden">
          <QuoteInvoices quote={quote} submissionId={submissionId} />
          <QuoteActions quote={quote} refusal={state === 'accepted' ? null : refusal} />
        </div>
        <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <InvoiceDocument document={document} />
        </div>
        <aside className="flex flex-col gap-5 *:w-full md:max-xl:grid md:max-xl:grid-cols-2 md:max-xl:items-start print:hidden">
          <ButtonLink to={`/invoicing/quotes/${id}/quote.pdf`} icon={Download} variant="outline" reloadDocument>
            {t('pdf')}
          </ButtonLink>
          <PrintButton />
          {sent && <QuoteLinkCard id={id} sent={sent} />}
          <QuoteVersions versions={versions} />
        </aside>
      </div>
    </div>
  )
}
