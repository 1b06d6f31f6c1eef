import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleDocuments, loadDocumentsPage } from '#app/features/tenders/documents-page.server.ts'
import { DocumentsForm } from '#app/features/tenders/ui/documents-form.tsx'
import { withdrawDocument } from '#app/features/tenders/withdraw-document.server.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'tenders:withdraw.title' }

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadDocumentsPage(request, params.projectId, params.documentId)

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export const action = ({ request, params }: ActionFunctionArgs) =>
  handleDocuments(request, params.projectId, (ctx, change) =>
    withdrawDocument(ctx, { ...change, documentId: params.documentId ?? '' }),
  )

export default function WithdrawDocument() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('tenders')
  return (
    <DocumentsForm
      page={page}
      lastResult={useActionData<typeof action>()?.lastResult}
      title={t(page.addendum ? 'withdraw.heading' : 'withdraw.headingDraft', { name: page.name })}
      text={t(page.addendum ? 'withdraw.text' : 'withdraw.textDraft')}
      submitLabel={page.addendum ? t('form.publish') : t('withdraw.remove')}
      files="none"
    />
  )
}
