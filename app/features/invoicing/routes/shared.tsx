import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { sharedFilesOffer } from '#app/features/einvoices/files-offer.server.ts'
import { getSharedInvoiceFile } from '#app/features/einvoices/queries.server.ts'
import { recordOpening } from '#app/features/einvoices/record-opening.server.ts'
import { FilesCard } from '#app/features/einvoices/ui/files-card.tsx'
import { InvoiceDocument } from '#app/features/invoicing/ui/invoice-document.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicing:shared.title', scripts: false }

export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex, nofollow' }]

/** The address is the secret: the page must not be cached, indexed, or sent to other sites as a referrer. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
})

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const data = orNotFound(getSharedInvoiceFile(ctx, params.shareId ?? ''))
  recordOpening(ctx, data.id, request)
  const reader = await readerOf(request, ctx.actor ?? { locale: null, timeZone: null })
  return { document: data.document, offer: sharedFilesOffer(data, reader), base: `/shared/invoice/${params.shareId}` }
}

export default function SharedInvoice() {
  const { document, offer, base } = useLoaderData<typeof loader>()
  const { t } = useTranslation('invoicing')
  const { t: tFiles } = useTranslation('einvoices')
  const { kind, number, seller } = document
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-8 sm:px-6 print:max-w-none print:p-0">
      <div className="print:hidden">
        <h1 className="text-2xl font-semibold">{t(`title.${kind}`, { number })}</h1>
        <p className="mt-1 text-muted-foreground">{t('shared.by', { seller: seller.name })}</p>
      </div>
      <InvoiceDocument document={document} />
      <div className="print:hidden">
        <FilesCard base={base} offer={offer} />
        <p className="mt-5 text-sm text-muted-foreground">{tFiles('files.seen')}</p>
      </div>
    </div>
  )
}
