import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { getClientChoice } from '#app/features/clients/client-choice.server.ts'
import { newInvoiceValues } from '#app/features/invoice-settings/new-invoice-values.server.ts'
import { refusedVatChoices } from '#app/features/invoicing/form-contract.server.ts'
import { blankLine, buyerValues, euroRateValues } from '#app/features/invoicing/form-values.ts'
import { addDays, invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { ClientChoice } from '#app/features/invoicing/ui/client-choice.tsx'
import { vatChoices } from '#app/features/invoicing/vat-choice.ts'
import { createQuote } from '#app/features/quotes/create-quote.server.ts'
import { quoteSchema } from '#app/features/quotes/schemas.server.ts'
import { QuoteForm } from '#app/features/quotes/ui/quote-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:new.title', description: 'quotes:new.description' }

/** For how many days a new quote can be accepted, unless its form says otherwise. */
const usualDays = 30

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.create')
  const localeContext = await localeContextOf(request, ctx.actor)
  const { client, choices } = getClientChoice(ctx, new URL(request.url).searchParams.get('client'))
  const today = invoiceDay(ctx.now)
  const day = addDays(today, usualDays)
  return {
    ...{ client, choices, day, submissionId: newSubmissionId(), refused: refusedVatChoices(ctx, day) },
    ...newInvoiceValues(ctx, { agreed: client, known: { buyer: client } }, localeContext),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, quoteSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const { id } = createQuote(ctx, input)
    return redirectWithFlash(request, `/invoicing/quotes/${id}`, {
      tone: 'success',
      text: { key: 'quotes:flash.created' },
    })
  })
}

export default function NewQuote() {
  const { client, choices, day, submissionId, refused, details, paymentTermDays, note } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('quotes')
  const vat = vatChoices(day).find((choice) => !refused.includes(choice)) ?? ''
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('invoicing'), to: '/invoicing' },
          { label: t('title'), to: '/invoicing/quotes' },
          { label: t('new.title') },
        ]}
      />
      <ClientChoice client={client} choices={choices} action="/invoicing/quotes/new" />
      <QuoteForm
        key={client?.id ?? 'free'}
        title={t('form.heading')}
        lastResult={lastResult}
        submissionId={submissionId}
        refused={refused}
        cancelTo="/invoicing/quotes"
        values={{
          ...buyerValues(client),
          ...euroRateValues(null, { decimalMark: '.' }),
          ...details,
          ...{ title: '', validUntil: day, clientId: client?.id ?? '', currency: 'EUR', deliveryDate: day },
          ...{ paymentTermDays: String(paymentTermDays), note, lines: [blankLine(vat)] },
        }}
      />
    </div>
  )
}
