import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { loadInvoicePage } from '#app/features/invoicing/invoice-page.server.ts'
import { creditSchema } from '#app/features/invoicing/schemas.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicesteps:credit.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { invoice, isPossible, back } = await loadInvoicePage(args, 'credit')
  const { grossCents, creditedCents, currency } = invoice.document
  if (!isPossible) leavePage(back)
  const leftCents = grossCents - creditedCents
  return { back, leftCents, expectedVersion: creditedCents, currency, submissionId: newSubmissionId() }
}

/** Shows what is left after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, invoice } = await loadInvoicePage(args, null)
  const localeContext = await localeContextOf(request, ctx.actor)
  const { t } = i18nFor(localeFor(localeContext.locale))
  return handleForm(request, creditSchema(localeContext), (input) => {
    const { id, number } = creditInvoice(ctx, {
      invoiceId: invoice.id,
      amountCents: input.extent === 'part' ? input.amount : null,
      reason: input.reason,
      lineText: t('invoicesteps:credit.line', { number: invoice.document.number }),
      unit: t('invoicing:form.pieces'),
      submissionId: input.submissionId,
      expectedVersion: input.expectedVersion,
    })
    const text = { key: 'invoicing:flash.credited', params: { number } }
    return redirectWithFlash(request, `/invoicing/${id}`, { tone: 'success', text })
  })
}

type Values = { extent: string; amount: string; reason: string }

export default function CreditInvoice() {
  const { back, leftCents, expectedVersion, currency, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicesteps')
  const { t: tUi } = useTranslation('ui')
  const amount = useFormat().money(leftCents, currency)
  const [form, fields] = useForm<Values>({ id: 'credit', lastResult, defaultValue: { extent: 'whole' } })
  const labels = { extent: t('credit.extent'), amount: t('credit.amount'), reason: t('credit.reason') }
  const extents = [
    { value: 'whole', label: t('credit.whole', { amount }) },
    { value: 'part', label: t('credit.part') },
  ]
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        description={t('credit.text', { amount })}
        actions={
          <>
            <SubmitButton>{t('credit.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <RadioGroup field={fields.extent} label={labels.extent} options={extents} required />
        <MoneyField
          field={fields.amount}
          label={labels.amount}
          hint={t('credit.amountHint')}
          currency={currency}
          required={false}
        />
        <TextArea
          field={fields.reason}
          label={labels.reason}
          hint={t('credit.reasonHint')}
          required
          maxLength={500}
          rows={3}
        />
      </FormCard>
    </Form>
  )
}
