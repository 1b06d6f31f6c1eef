import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { signedContract } from '#app/features/contracts/signed-contract.server.ts'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracts:paper.title', description: 'contracts:paper.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const found = orNotFound(getContractPaper(ctx, params.contractId ?? ''))
  const { id, number, status } = found
  return { id, number, status, paper: signedContract(found, await readerOf(request, ctx.actor)) }
}

/** The contract as a document to read and print. */
export default function ContractDocument() {
  const { id, number, status, paper } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracts')
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('paper.title') },
        ]}
      />
      {status === 'draft' && (
        <Alert tone="info" className="print:hidden">
          {t('paper.preview')}
        </Alert>
      )}
      <SignedSheet paper={paper} pdf={`/contracts/${id}/contract.pdf`} />
    </div>
  )
}
