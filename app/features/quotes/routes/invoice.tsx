import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { invoiceQuote } from '#app/features/quotes/invoice-quote.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { partSchema } from '#app/features/quotes/schemas.server.ts'
import { formatFor, useFormat } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:partial.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { quote, back } = await loadQuotePage(args, 'invoice')
  const { quotedCents = 0, leftCents = 0 } = quote.invoiced ?? {}
  return { back, quotedCents, leftCents, currency: quote.currency, submissionId: newSubmissionId() }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, quote } = await loadQuotePage(args)
  const localeContext = await localeContextOf(request, ctx.actor)
  const { t } = i18nFor(localeFor(localeContext.locale))
  const format = formatFor(localeContext.locale, 'UTC')
  return handleForm(request, partSchema(localeContext), ({ share: shareBp, isAdvance, submissionId }) => {
    const params = { share: format.percent(shareBp ?? 0), number: quote.number, title: quote.title }
    const { id } = invoiceQuote(ctx, {
      ...{ quoteId: quote.id, part: isAdvance ? 'advance' : 'part', shareBp, submissionId },
      lineText: t(isAdvance ? 'quotes:line.advance' : 'quotes:line.part', params),
      unit: t('invoicing:form.pieces'),
    })
    return redirectWithFlash(request, `/invoicing/${id}`, { tone: 'success', text: { key: 'quotes:flash.invoiced' } })
  })
}

export default function InvoicePart() {
  const { back, quotedCents, leftCents, currency, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('quotes')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const defaultValue = { share: '', isAdvance: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'part', lastResult, defaultValue })
  const labels = { share: t('partial.share'), isAdvance: t('partial.advance') }
  const sums = { left: format.money(leftCents, currency), quoted: format.money(quotedCents, currency) }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('partial.title')}
        description={t('partial.text', sums)}
        actions={
          <>
            <SubmitButton>{t('partial.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <Field
          field={fields.share}
          label={labels.share}
          hint={t('partial.shareHint')}
          inputMode="decimal"
          suffix="%"
          required
        />
        <Checkbox field={fields.isAdvance} label={labels.isAdvance} hint={t('partial.advanceHint')} />
      </FormCard>
    </Form>
  )
}
