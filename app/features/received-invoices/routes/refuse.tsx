import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getReceived } from '#app/features/received-invoices/queries.server.ts'
import { refuseReceived } from '#app/features/received-invoices/refuse-received.server.ts'
import { refuseSchema } from '#app/features/received-invoices/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receivedinvoices:refuse.title' }

const pageOf = (id: string | undefined) => `/invoicing/received/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'payables.record')
  const { invoice, may } = orNotFound(getReceived(ctx, params.receivedId ?? ''))
  if (!may.refuse) leavePage(pageOf(invoice.id))
  const { id, supplierName, number } = invoice
  return { id, supplierName, number }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, refuseSchema, ({ reason }) => {
    refuseReceived(ctx, { receivedId: params.receivedId ?? '', reason })
    const text = { key: 'receivedinvoices:flash.refused' }
    return redirectWithFlash(request, pageOf(params.receivedId), { tone: 'success', text })
  })
}

export default function RefuseReceived() {
  const { id, supplierName, number } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('receivedinvoices')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<{ reason: string }>({ id: 'refuse', lastResult })
  const label = t('refuse.reason')
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <ErrorSummary form={form} labels={{ reason: label }} />
      <FormCard
        title={t('refuse.heading', { supplier: supplierName, number })}
        description={t('refuse.text')}
        actions={
          <>
            <SubmitButton variant="destructive">{t('refuse.confirm')}</SubmitButton>
            <ButtonLink to={pageOf(id)} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <TextArea field={fields.reason} label={label} maxLength={500} rows={3} required />
      </FormCard>
    </Form>
  )
}
