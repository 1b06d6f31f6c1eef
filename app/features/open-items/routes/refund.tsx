import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { loadInvoicePage } from '#app/features/invoicing/invoice-page.server.ts'
import { recordRefund } from '#app/features/open-items/record-refund.server.ts'
import { refundSchema } from '#app/features/open-items/schemas.server.ts'
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
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { refundMethods } from '#db/vocabulary/invoicing.ts'

export const handle: PageHandle = { title: 'openitems:refund.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, invoice, isPossible, back } = await loadInvoicePage(args, 'give_back')
  if (!isPossible) leavePage(back)
  const { overpaidCents, buyer, currency, issueDate } = invoice.document
  const amount = amountInputValue(overpaidCents, await localeContextOf(args.request, ctx.actor))
  const today = invoiceDay(ctx.now)
  return { back, overpaidCents, buyer: buyer.name, currency, amount, issueDate, today, submissionId: newSubmissionId() }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, invoice, back } = await loadInvoicePage(args, null)
  const schema = refundSchema(await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, ({ amount, ...refund }) => {
    recordRefund(ctx, { ...refund, invoiceId: invoice.id, amountCents: amount })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'openitems:refund.done' } })
  })
}

export default function RecordRefund() {
  const { back, overpaidCents, buyer, currency, amount, issueDate, today, submissionId } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('openitems')
  const { t: tInvoicing } = useTranslation('invoicesteps')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const defaultValue = { amount, paidOn: today, method: 'bank_transfer', note: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'refund', lastResult, defaultValue })
  const labels = {
    amount: t('refund.amount'),
    paidOn: t('refund.paidOn'),
    method: t('refund.method'),
    note: t('refund.note'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('refund.title')}
        description={t('refund.text', { amount: format.money(overpaidCents, currency), buyer })}
        actions={
          <>
            <SubmitButton>{t('refund.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <FieldRow>
          <MoneyField field={fields.amount} label={labels.amount} currency={currency} required />
          <Field
            field={fields.paidOn}
            label={labels.paidOn}
            type="date"
            min={issueDate ?? undefined}
            max={today}
            required
          />
        </FieldRow>
        <FieldRow>
          <Select
            field={fields.method}
            label={labels.method}
            options={refundMethods.map((value) => ({ value, label: tInvoicing(`payments.method.${value}`) }))}
            required
          />
          <Field field={fields.note} label={labels.note} hint={t('refund.noteHint')} maxLength={200} />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
