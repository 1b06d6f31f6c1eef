import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { getReceived } from '#app/features/received-invoices/queries.server.ts'
import { recordReceivedPayment } from '#app/features/received-invoices/record-received-payment.server.ts'
import { paymentSchema } from '#app/features/received-invoices/schemas.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receivedinvoices:pay.title' }

const pageOf = (id: string | undefined) => `/invoicing/received/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'payables.record')
  const { invoice, may } = orNotFound(getReceived(ctx, params.receivedId ?? ''))
  if (!may.pay) leavePage(pageOf(invoice.id))
  const { id, kind, supplierName, number, currency, payableCents, paidCents, iban, reference } = invoice
  const openCents = payableCents - paidCents
  const amount = amountInputValue(openCents, await localeContextOf(request, ctx.actor))
  const what = { id, kind, supplierName, number, currency, openCents, iban, reference }
  return { what, amount, today: businessDay(ctx.now), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, paymentSchema(await localeContextOf(request, ctx.actor)), (input) => {
    recordReceivedPayment(ctx, { ...input, receivedId: params.receivedId ?? '' })
    const text = { key: 'receivedinvoices:flash.recorded' }
    return redirectWithFlash(request, pageOf(params.receivedId), { tone: 'success', text })
  })
}

export default function PayReceived() {
  const { what, amount, today, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('receivedinvoices')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const defaultValue = { amount, paidOn: today }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'pay', lastResult, defaultValue })
  const labels = { amount: t('payments.amount'), paidOn: t('payments.day') }
  const open = { amount: format.money(what.openCents, what.currency) }
  const account = [what.iban && formatIban(what.iban), what.reference].filter(Boolean).join(' · ')
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('pay.heading', { supplier: what.supplierName, number: what.number })}
        description={t(`pay.text.${what.kind}`, open)}
        actions={
          <>
            <SubmitButton>{t('pay.confirm')}</SubmitButton>
            <ButtonLink to={pageOf(what.id)} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        {account && <p className="text-sm text-muted-foreground tabular-nums wrap-anywhere">{account}</p>}
        <FieldRow>
          <MoneyField field={fields.amount} label={labels.amount} currency={what.currency} required />
          <Field field={fields.paidOn} label={labels.paidOn} type="date" max={today} required />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
