import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { invoiceQuote } from '#app/features/quotes/invoice-quote.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/invoicing/quotes/${params.quoteId}`)

/** The button that makes a draft of all of an accepted quote, or of what is left of it. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, quote, back } = await loadQuotePage(args)
  const submissionId = submissionIdOf(await readForm(request))
  const { t } = i18nFor(localeFor((await localeContextOf(request, ctx.actor)).locale))
  return handleButton(request, back, () => {
    const { id } = invoiceQuote(ctx, {
      ...{ quoteId: quote.id, part: 'rest', shareBp: null, submissionId },
      lineText: t('quotes:line.rest', { number: quote.number, title: quote.title }),
      unit: t('invoicing:form.pieces'),
    })
    return redirectWithFlash(request, `/invoicing/${id}`, { tone: 'success', text: { key: 'quotes:flash.invoiced' } })
  })
}
