import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { deleteQuote } from '#app/features/quotes/delete-quote.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:delete.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { quote, back } = await loadQuotePage(args)
  if (!quote.canDelete) throw redirect(back)
  return { back, title: quote.title, buyer: quote.buyerName }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const quoteId = params.quoteId ?? ''
  return handleButton(request, `/invoicing/quotes/${quoteId}`, () => {
    deleteQuote(ctx, { quoteId })
    return redirectWithFlash(request, '/invoicing/quotes', { tone: 'success', text: { key: 'quotes:flash.deleted' } })
  })
}

export default function DeleteQuote() {
  const { back, title, buyer } = useLoaderData<typeof loader>()
  const { t } = useTranslation('quotes')
  return (
    <Form method="post">
      <ConfirmPanel title={t('delete.heading')} confirmLabel={t('delete.title')} cancelTo={back}>
        <p>{t('delete.text', { title, buyer })}</p>
      </ConfirmPanel>
    </Form>
  )
}
