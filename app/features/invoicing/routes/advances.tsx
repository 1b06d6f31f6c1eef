import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { getAdvancesOfDraft } from '#app/features/invoicing/advances/advances-of-draft.server.ts'
import { advancesSchema, setAdvances } from '#app/features/invoicing/advances/set-advances.server.ts'
import { loadInvoicePage } from '#app/features/invoicing/invoice-page.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FieldErrors } from '#app/ui/forms/field-errors.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoiceadvances:title' }

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, invoice, isPossible, back } = await loadInvoicePage(args, 'edit')
  if (!isPossible || invoice.milestoneId) leavePage(back)
  const { currency, isAdvance, advances: deducted } = invoice.document
  return {
    ...{ back, currency, isAdvance, deducted: deducted.map(({ advanceInvoiceId }) => advanceInvoiceId) },
    advances: getAdvancesOfDraft(ctx, invoice.id),
    submissionId: newSubmissionId(),
    expectedVersion: invoice.updatedAt,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, invoice, back } = await loadInvoicePage(args, null)
  return handleForm(args.request, advancesSchema, ({ advance, ...input }) => {
    setAdvances(ctx, { ...input, advanceIds: advance, invoiceId: invoice.id })
    return redirectWithFlash(args.request, back, { tone: 'success', text: { key: 'invoiceadvances:saved' } })
  })
}

export default function AdvancesOfDraft() {
  const { back, currency, isAdvance, deducted, advances, submissionId, expectedVersion } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoiceadvances')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const defaultValue = { isAdvance: isAdvance ? 'on' : '', advance: deducted }
  const [form, fields] = useForm<{ isAdvance: string; advance: string[] }>({ id: 'advances', lastResult, defaultValue })
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <ErrorSummary form={form} labels={{ isAdvance: t('isAdvance'), advance: t('deduct') }} />
      <FormCard
        title={t('title')}
        description={t('text')}
        actions={
          <>
            <SubmitButton>{t('save')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <Checkbox field={fields.isAdvance} label={t('isAdvance')} hint={t('isAdvanceHint')} />
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-medium">{t('deduct')}</legend>
          {advances.length === 0 && <p className="text-sm text-muted-foreground">{t('none')}</p>}
          {advances.map(({ id, number, issueDate, restCents }) => (
            <Checkbox
              key={id}
              name="advance"
              value={id}
              defaultChecked={deducted.includes(id)}
              label={t('advance', { number, date: format.date(issueDate) })}
              hint={t('rest', { amount: format.money(restCents, currency) })}
            />
          ))}
          <FieldErrors id={fields.advance.errorId} errors={fields.advance.errors ?? []} />
        </fieldset>
      </FormCard>
    </Form>
  )
}
