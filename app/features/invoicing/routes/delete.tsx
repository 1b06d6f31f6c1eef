import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { deleteDraft } from '#app/features/invoicing/delete-draft.server.ts'
import { canDeleteInvoice } from '#app/features/invoicing/invoice.ts'
import { loadInvoicePage } from '#app/features/invoicing/invoice-page.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicesteps:delete.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, invoice, back } = await loadInvoicePage(args, null)
  const { buyer, grossCents, currency, status } = invoice.document
  if (!canDeleteInvoice(status, 'issuer') || !can(ctx, 'invoices.delete')) throw redirect(back)
  return { back, buyer: buyer.name, grossCents, currency, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const invoiceId = params.invoiceId ?? ''
  const submissionId = submissionIdOf(await readForm(request))
  return handleButton(request, `/invoicing/${invoiceId}`, () => {
    deleteDraft(ctx, { invoiceId, submissionId })
    return redirectWithFlash(request, '/invoicing', { tone: 'success', text: { key: 'invoicing:flash.deleted' } })
  })
}

export default function DeleteDraft() {
  const { back, buyer, grossCents, currency, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('invoicesteps')
  const format = useFormat()
  return (
    <Form method="post">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ConfirmPanel title={t('delete.heading')} confirmLabel={t('delete.confirm')} cancelTo={back}>
        <p>{t('delete.text', { buyer, amount: format.money(grossCents, currency) })}</p>
      </ConfirmPanel>
    </Form>
  )
}
