import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CircleCheck, CircleX, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { InvoiceDocument } from '#app/features/invoicing/ui/invoice-document.tsx'
import { getSharedQuote } from '#app/features/quotes/queries.server.ts'
import { recordOpening } from '#app/features/quotes/record-opening.server.ts'
import { secretHeaders, unlisted } from '#app/features/quotes/shared-page.ts'
import { SharedNote } from '#app/features/quotes/ui/shared-note.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:shared.title', scripts: false }
export const meta = unlisted
export const headers = secretHeaders

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const quote = orNotFound(getSharedQuote(ctx, params.shareId ?? ''))
  recordOpening(ctx, quote, request)
  const { versionId: _id, ...shown } = quote
  return { quote: shown, base: `/shared/quote/${params.shareId}` }
}

export default function SharedQuotePage() {
  const { quote, base } = useLoaderData<typeof loader>()
  const { t } = useTranslation('quotes')
  const { document, state, isOwn, hash } = quote
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-8 sm:px-6 print:max-w-none print:p-0">
      <div className="print:hidden">
        <h1 className="text-2xl font-semibold">{t('name', { number: document.number })}</h1>
        <p className="mt-1 text-muted-foreground">{t('shared.by', { seller: document.seller.name })}</p>
      </div>
      <div className="print:hidden">
        <SharedNote quote={quote} />
      </div>
      {state === 'open' && !isOwn && (
        <div className="flex flex-wrap gap-3 print:hidden">
          <ButtonLink to={`${base}/accept`} icon={CircleCheck} size="lg">
            {t('shared.accept')}
          </ButtonLink>
          <ButtonLink to={`${base}/decline`} icon={CircleX} variant="outline" size="lg">
            {t('shared.decline')}
          </ButtonLink>
        </div>
      )}
      <InvoiceDocument document={document} />
      <div className="flex flex-col items-start gap-4 text-sm text-muted-foreground print:hidden">
        <ButtonLink to={`${base}/quote.pdf`} icon={Download} variant="outline" reloadDocument>
          {t('pdf')}
        </ButtonLink>
        <p>{t('shared.seen')}</p>
        <p className="break-all">{t('shared.hash', { hash })}</p>
      </div>
    </div>
  )
}
