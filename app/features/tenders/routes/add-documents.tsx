import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addDocuments } from '#app/features/tenders/add-documents.server.ts'
import { handleDocuments, loadDocumentsPage } from '#app/features/tenders/documents-page.server.ts'
import { DocumentsForm } from '#app/features/tenders/ui/documents-form.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'tenders:add.title' }

export const loader = ({ request, params }: LoaderFunctionArgs) => loadDocumentsPage(request, params.projectId)

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export const action = ({ request, params }: ActionFunctionArgs) =>
  handleDocuments(request, params.projectId, (ctx, change, files) => addDocuments(ctx, { ...change, files }))

export default function AddDocuments() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('tenders')
  return (
    <DocumentsForm
      page={page}
      here={t('add.title')}
      lastResult={useActionData<typeof action>()?.lastResult}
      text={t('add.text')}
      submitLabel={page.addendum ? t('form.publish') : t('add.submit')}
      files="many"
    />
  )
}
