import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { chartValue } from '#app/features/finance/chart.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { checkReceived } from '#app/features/received-invoices/check-received.server.ts'
import { getReceived } from '#app/features/received-invoices/queries.server.ts'
import { checkSchema } from '#app/features/received-invoices/schemas.server.ts'
import { blankPart, CheckForm } from '#app/features/received-invoices/ui/check-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receivedinvoices:check.title' }
export const shouldRevalidate = revalidateIfRead

const pageOf = (id: string | undefined) => `/invoicing/received/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'payables.record')
  const { invoice, parts, tags, may } = orNotFound(getReceived(ctx, params.receivedId ?? ''))
  if (!may.check) leavePage(pageOf(invoice.id))
  const mark = await localeContextOf(request, ctx.actor)
  const stored = parts.map((part) => ({
    ...{ category: chartValue(part), projectId: part.projectId ?? '' },
    amount: parts.length === 1 ? '' : amountInputValue(part.netCents, mark),
  }))
  const { id, supplierName, number, currency, netCents, dueDate, deductsVat, note, updatedAt } = invoice
  const values = { dueDate, deductsVat: deductsVat ? 'on' : '', note, parts: stored.length > 0 ? stored : [blankPart] }
  return { invoice: { id, supplierName, number, currency, netCents, updatedAt }, values, tags }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, checkSchema(await localeContextOf(request, ctx.actor)), (input) => {
    checkReceived(ctx, { ...input, receivedId: params.receivedId ?? '' })
    const text = { key: 'receivedinvoices:flash.checked' }
    return redirectWithFlash(request, pageOf(params.receivedId), { tone: 'success', text })
  })
}

export default function CheckReceived() {
  const { invoice, values, tags } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('receivedinvoices')
  const name = t('detail.name', { supplier: invoice.supplierName, number: invoice.number })
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('title'), to: '/invoicing/received' },
          { label: name, to: pageOf(invoice.id) },
          { label: t('check.title') },
        ]}
      />
      <CheckForm invoice={invoice} values={values} tags={tags} lastResult={lastResult} />
    </div>
  )
}
