import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { BidLinesTable } from '#app/features/bids/ui/bid-lines-table.tsx'
import { SealCard } from '#app/features/bids/ui/seal-card.tsx'
import { signedContract } from '#app/features/contracts/signed-contract.server.ts'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { readCase } from '#app/features/disputes/case-file/case-file-pdf.server.ts'
import { openCaseFile } from '#app/features/disputes/case-file/open-case-file.server.ts'
import { CaseEvidence } from '#app/features/disputes/ui/case-evidence.tsx'
import { ProjectContent } from '#app/features/projects/ui/project-content.tsx'
import { ProjectFacts } from '#app/features/projects/ui/project-facts.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = { title: 'casefile:title', description: 'casefile:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const { contract, evidence, ...found } = orNotFound(openCaseFile(ctx, params.contractId ?? ''))
  const reader = await readerOf(request, ctx.actor)
  const paper = signedContract(contract.paper, reader)
  return {
    ...found,
    sections: readCase({ contract, evidence }, reader),
    contract: { ...contract, paper },
    now: ctx.now,
  }
}

export default function CaseFile() {
  const { contract, sections, project, bid, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation('casefile')
  const { t: tBid } = useTranslation('bids')
  const { client, provider } = contract.parties
  return (
    <div className="print-together flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('escrow'), to: '/escrow' },
          { label: contract.number, to: `/escrow/${contract.id}` },
          { label: t('title') },
        ]}
      />
      <Alert
        tone="info"
        actions={
          <>
            <ButtonLink to={`/escrow/${contract.id}`}>{t('milestones')}</ButtonLink>
            <ButtonLink to={`/escrow/${contract.id}/case-file/changes`} variant="outline">
              {t('changes')}
            </ButtonLink>
            <ButtonLink to={`/escrow/${contract.id}/case-file/chain`} variant="outline">
              {t('chain')}
            </ButtonLink>
            <ButtonLink to={`/escrow/${contract.id}/case-file.pdf`} reloadDocument icon={Download} variant="outline">
              {t('evidence.download')}
            </ButtonLink>
          </>
        }
      >
        {t('about')}
      </Alert>
      <PageSection title={t('evidence.title')} description={t('evidence.text')}>
        <CaseEvidence sections={sections} />
      </PageSection>
      <PageSection title={contract.title}>
        <p className="text-sm text-muted-foreground">
          {t('between', { number: contract.number, client: client.name, provider: provider.name })}
        </p>
        <SignedSheet paper={contract.paper} pdf={`/escrow/${contract.id}/case-file/contract.pdf`} />
        <Signatures signatures={contract.signatures} names={{ client: client.name, provider: provider.name }} />
      </PageSection>
      <PageSection title={tBid('detail.of', { company: bid.companyName })}>
        <BidLinesTable bid={bid} />
        <Card title={tBid('field.approach')}>
          <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line">{bid.approach}</p>
        </Card>
        <SealCard bid={bid} />
      </PageSection>
      <PageSection title={t('project', { title: project.title })}>
        <ProjectContent project={project} />
        <ProjectFacts project={project} now={now} />
      </PageSection>
    </div>
  )
}
