import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { loadInvoicePage } from '#app/features/invoicing/invoice-page.server.ts'
import { listSetOffTargets } from '#app/features/open-items/queries.server.ts'
import { setOffSchema } from '#app/features/open-items/schemas.server.ts'
import { setOffCredit } from '#app/features/open-items/set-off-credit.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'openitems:setOff.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, invoice, isPossible, back } = await loadInvoicePage(args, 'give_back')
  if (!isPossible) leavePage(back)
  const { overpaidCents, buyer, currency } = invoice.document
  const targets = listSetOffTargets(ctx, invoice.id)
  const first = Math.min(overpaidCents, targets[0]?.openCents ?? overpaidCents)
  const amount = amountInputValue(first, await localeContextOf(args.request, ctx.actor))
  return {
    id: invoice.id,
    back,
    overpaidCents,
    buyer: buyer.name,
    currency,
    targets,
    amount,
    submissionId: newSubmissionId(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, invoice, back } = await loadInvoicePage(args, null)
  const schema = setOffSchema(await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, ({ amount, against, submissionId }) => {
    setOffCredit(ctx, { invoiceId: invoice.id, againstId: against, amountCents: amount, submissionId })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'openitems:setOff.done' } })
  })
}

export default function SetOff() {
  const { id, back, overpaidCents, buyer, currency, targets, amount, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('openitems')
  const { t: tInvoicing } = useTranslation('invoicing')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const defaultValue = { amount, against: targets[0]?.id ?? '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'set-off', lastResult, defaultValue })
  const labels = { amount: t('setOff.amount'), against: t('setOff.against') }
  if (targets.length === 0) {
    return (
      <EmptyState
        icon={Scale}
        title={t('setOff.title')}
        action={<ButtonLink to={`/invoicing/${id}/refund`}>{tInvoicing('actions.refund')}</ButtonLink>}
      >
        {t('setOff.none')}
      </EmptyState>
    )
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('setOff.title')}
        description={t('setOff.text', { amount: format.money(overpaidCents, currency), buyer })}
        actions={
          <>
            <SubmitButton>{t('setOff.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <Select
          field={fields.against}
          label={labels.against}
          options={targets.map(({ id: value, number, openCents }) => ({
            value,
            label: t('setOff.option', { number, amount: format.money(openCents, currency) }),
          }))}
          required
        />
        <MoneyField field={fields.amount} label={labels.amount} currency={currency} required />
      </FormCard>
    </Form>
  )
}
