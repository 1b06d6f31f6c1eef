import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { withdrawSchema } from '#app/features/quotes/schemas.server.ts'
import { AgreedField } from '#app/features/quotes/ui/agreed-field.tsx'
import { withdrawQuote } from '#app/features/quotes/withdraw-quote.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:withdraw.title' }
export const shouldRevalidate = revalidateIfRead

export async function loader(args: LoaderFunctionArgs) {
  const { quote, back } = await loadQuotePage(args, 'withdraw')
  const { number, isRead, updatedAt: expectedVersion } = quote
  return { back, number: number ?? '', isRead, expectedVersion, submissionId: newSubmissionId() }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, quote, back } = await loadQuotePage(args)
  return handleForm(request, withdrawSchema, (input) => {
    withdrawQuote(ctx, { ...input, quoteId: quote.id })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'quotes:flash.withdrawn' } })
  })
}

export default function WithdrawQuote() {
  const { back, number, isRead, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('quotes')
  const [form, fields] = useForm<{ reason: string; isAgreed: string }>({ id: 'withdraw', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <ErrorSummary form={form} labels={{ reason: t('withdraw.reason'), isAgreed: t('agreed.label') }} />
      <ConfirmPanel title={t('withdraw.heading', { number })} confirmLabel={t('withdraw.title')} cancelTo={back}>
        <p>{t('withdraw.text')}</p>
        {isRead && <AgreedField field={fields.isAgreed} />}
        <TextArea field={fields.reason} label={t('withdraw.reason')} optional maxLength={2000} rows={3} />
      </ConfirmPanel>
    </Form>
  )
}
