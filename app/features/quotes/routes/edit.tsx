import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { detailValues } from '#app/features/invoicing/content/detail-values.ts'
import { noDetails } from '#app/features/invoicing/content/invoice-content.ts'
import { refusedVatChoices } from '#app/features/invoicing/form-contract.server.ts'
import { buyerValues, euroRateValues, lineValues } from '#app/features/invoicing/form-values.ts'
import { fieldsOf } from '#app/features/quotes/quote-content.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { quoteSchema } from '#app/features/quotes/schemas.server.ts'
import { QuoteForm } from '#app/features/quotes/ui/quote-form.tsx'
import { updateQuote } from '#app/features/quotes/update-quote.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:edit.title', description: 'quotes:edit.description' }
export const shouldRevalidate = revalidateIfRead

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, quote, back } = await loadQuotePage(args, 'edit')
  const { number, content, updatedAt: expectedVersion } = quote
  const localeContext = await localeContextOf(args.request, ctx.actor)
  const { buyer } = fieldsOf(content)
  const { title, validUntil, clientId = '', currency, deliveryDate, paymentTermDays, note } = content
  const values = {
    ...buyerValues(buyer),
    ...euroRateValues(null, localeContext),
    ...detailValues(
      { ...(content.details ?? noDetails), adjustments: content.adjustments ?? [], buyer },
      localeContext,
    ),
    ...{ title, validUntil, clientId, currency, deliveryDate, paymentTermDays: String(paymentTermDays), note },
    lines: content.lines.map(({ adjustments = [], ...line }) =>
      lineValues({ ...line, adjustments: [...adjustments] }, localeContext),
    ),
  }
  const refused = refusedVatChoices(ctx, deliveryDate)
  return { back, number, values, refused, expectedVersion, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const quoteId = params.quoteId ?? ''
  return handleForm(request, quoteSchema(await localeContextOf(request, ctx.actor)), (input) => {
    updateQuote(ctx, { ...input, quoteId })
    const text = { key: 'quotes:flash.updated' }
    return redirectWithFlash(request, `/invoicing/quotes/${quoteId}`, { tone: 'success', text })
  })
}

export default function EditQuote() {
  const { back, number, values, refused, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('quotes')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('invoicing'), to: '/invoicing' },
          { label: t('title'), to: '/invoicing/quotes' },
          { label: number ?? t('draft'), to: back },
          { label: t('edit.title') },
        ]}
      />
      <QuoteForm
        title={t('form.heading')}
        lastResult={lastResult}
        values={values}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        refused={refused}
        cancelTo={back}
      >
        <EditConflict lastResult={lastResult} to={back} />
      </QuoteForm>
    </div>
  )
}
