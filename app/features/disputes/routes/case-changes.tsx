import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { AttachmentList } from '#app/features/bids/ui/attachment-list.tsx'
import { contractSumOf } from '#app/features/change-orders/contract-sum.server.ts'
import { signedChangeOrder } from '#app/features/change-orders/signed-change-order.server.ts'
import { ContractSumTable } from '#app/features/change-orders/ui/contract-sum-table.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { openCaseChanges } from '#app/features/disputes/case-file/open-case-file.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = { title: 'changeorders:case.title', description: 'changeorders:list.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const { contract, changes } = orNotFound(openCaseChanges(ctx, params.contractId ?? ''))
  const reader = await readerOf(request, ctx.actor)
  const papers = changes.map((change) => ({ ...change, paper: signedChangeOrder(change.paper, reader) }))
  return { contract, changes: papers, sum: orNotFound(contractSumOf(ctx.db, contract.id)) }
}

/** A part of the case file (ESC-10): what was proposed and agreed to change the contract, and its sum to date. */
export default function CaseChanges() {
  const { contract, changes, sum } = useLoaderData<typeof loader>()
  const { t } = useTranslation('changeorders')
  const { t: tCase } = useTranslation('casefile')
  const { t: tContract } = useTranslation('contracts')
  const { client, provider } = contract.parties
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tCase('escrow'), to: '/escrow' },
          { label: contract.number, to: `/escrow/${contract.id}` },
          { label: tCase('title'), to: `/escrow/${contract.id}/case-file` },
          { label: t('list.title') },
        ]}
      />
      <PageSection title={t('sum.title')}>
        <ContractSumTable sum={sum} />
      </PageSection>
      {changes.length === 0 && <p className="text-muted-foreground">{t('case.none')}</p>}
      {changes.map(({ id, name, paper, signatures, files }) => (
        <PageSection key={id} title={name}>
          <SignedSheet paper={paper} />
          {files.length > 0 && <AttachmentList attachments={files} />}
          <h3 className="font-semibold">{tContract('detail.signatures')}</h3>
          <Signatures signatures={signatures} names={{ client: client.name, provider: provider.name }} />
        </PageSection>
      ))}
    </div>
  )
}
