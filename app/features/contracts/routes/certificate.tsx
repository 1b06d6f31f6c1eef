import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getSigningCertificate, readableCertificate } from '#app/features/contracts/signing-certificate.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'documents:certificate.title',
  description: 'documents:certificate.description',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const certificate = orNotFound(getSigningCertificate(ctx, params.contractId ?? ''))
  const { id, number } = certificate
  return { id, number, document: readableCertificate(certificate, await readerOf(request, ctx.actor)) }
}

/** Who signed a contract, when and how, to read and print. */
export default function SigningCertificate() {
  const { id, number, document } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracts')
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('detail.certificate') },
        ]}
      />
      <div className="flex justify-end print:hidden">
        <ButtonLink to={`/contracts/${id}/certificate.pdf`} reloadDocument icon={Download} variant="outline">
          {t('paper.download')}
        </ButtonLink>
      </div>
      <DocumentSheet document={document} />
    </div>
  )
}
