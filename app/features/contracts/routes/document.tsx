import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { ContractSheet } from '#app/features/contracts/ui/contract-sheet.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracts:paper.title', description: 'contracts:paper.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  return orNotFound(getContractPaper(ctx, params.contractId ?? ''))
}

/** The contract as a document to read and print. */
export default function ContractDocument() {
  const paper = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracts')
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/contracts' },
          { label: paper.number, to: `/contracts/${paper.id}` },
          { label: t('paper.title') },
        ]}
      />
      {paper.status === 'draft' && (
        <Alert tone="info" className="print:hidden">
          {t('paper.preview')}
        </Alert>
      )}
      <ContractSheet paper={paper} pdf={`/contracts/${paper.id}/contract.pdf`} />
    </div>
  )
}
