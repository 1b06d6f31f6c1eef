import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { addTyped } from '#app/features/received-invoices/add-einvoice.server.ts'
import { typedSchema } from '#app/features/received-invoices/schemas.server.ts'
import { TypedForm } from '#app/features/received-invoices/ui/typed-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { invalid } from '#app/platform/errors.ts'
import { acceptOf, imageKinds } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receivedfiles:typed.title', description: 'receivedfiles:typed.description' }

const kinds = { ...imageKinds, '.pdf': 'application/pdf' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'payables.record')
  return { accept: acceptOf(kinds), today: businessDay(ctx.now), submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'payables.record')
  const limits = { maxFiles: 1, maxBytes: 10_000_000, kinds }
  return handleUpload(
    request,
    typedSchema(await localeContextOf(request, ctx.actor)),
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    ({ facts, submissionId }, [file]) => {
      if (!file) throw invalid('receivedfiles:refused.fileNeeded', { field: 'files' })
      const { id } = addTyped(ctx, { file, facts, submissionId })
      const text = { key: 'receivedfiles:flash.added' }
      return redirectWithFlash(request, `/invoicing/received/${id}`, { tone: 'success', text })
    },
  )
}

export default function TypeReceived() {
  const { accept, today, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('receivedfiles')
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list'), to: '/invoicing/received' }, { label: t('typed.title') }]} />
      <TypedForm lastResult={lastResult} accept={accept} today={today} submissionId={submissionId} />
    </div>
  )
}
