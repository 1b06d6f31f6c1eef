import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { loadInvoicePage } from '#app/features/invoicing/invoice-page.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { paymentSchema } from '#app/features/invoicing/schemas.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicing:payment.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, invoice, isPossible, back } = await loadInvoicePage(args, 'record_payment')
  if (!isPossible) leavePage(back)
  const { openCents, grossCents, currency } = invoice.document
  const amount = amountInputValue(openCents, await localeContextOf(args.request, ctx.actor))
  const today = invoiceDay(ctx.now)
  return { back, openCents, grossCents, currency, amount, today, submissionId: newSubmissionId() }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, invoice, back } = await loadInvoicePage(args, null)
  const schema = paymentSchema(await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, ({ amount, paidOn, submissionId }) => {
    recordPayment(ctx, { invoiceId: invoice.id, amountCents: amount, paidOn, submissionId })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'invoicing:flash.paid' } })
  })
}

export default function RecordPayment() {
  const { back, openCents, grossCents, currency, amount, today, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicing')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const defaultValue = { amount, paidOn: today }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'payment', lastResult, defaultValue })
  const labels = { amount: t('payment.amount'), paidOn: t('payment.paidOn') }
  const sums = { amount: format.money(openCents, currency), total: format.money(grossCents, currency) }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        description={t('payment.text', sums)}
        actions={
          <>
            <SubmitButton>{t('payment.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <FieldRow>
          <MoneyField field={fields.amount} label={labels.amount} currency={currency} required />
          <Field field={fields.paidOn} label={labels.paidOn} type="date" max={today} required />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
