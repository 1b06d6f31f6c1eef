import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { loadInvoicePage } from '#app/features/invoicing/invoice-page.server.ts'
import { sendSchema } from '#app/features/invoicing/schemas.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicesteps:send.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { invoice, isPossible, back } = await loadInvoicePage(args, 'send')
  if (!isPossible) leavePage(back)
  return { back, email: invoice.document.buyer.email ?? '', submissionId: newSubmissionId() }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, invoice, back } = await loadInvoicePage(args, null)
  const { locale } = await localeContextOf(request, ctx.actor)
  return handleForm(request, sendSchema, ({ email, submissionId }) => {
    sendInvoice(ctx, { invoiceId: invoice.id, email, locale, submissionId })
    const text = { key: 'invoicing:flash.sent', params: { email } }
    return redirectWithFlash(request, back, { tone: 'success', text })
  })
}

export default function SendInvoice() {
  const { back, email, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicesteps')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<{ email: string }>({ id: 'send', lastResult, defaultValue: { email } })
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ email: t('send.email') }} />
      <FormCard
        title={t('send.heading')}
        description={t('send.text')}
        actions={
          <>
            <SubmitButton>{t('send.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <Field field={fields.email} label={t('send.email')} type="email" autoComplete="off" required maxLength={254} />
      </FormCard>
    </Form>
  )
}
