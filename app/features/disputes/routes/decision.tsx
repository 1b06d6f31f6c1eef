import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { readableDecision } from '#app/features/disputes/decision-document.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { DisputeCrumbs } from '#app/features/disputes/ui/dispute-crumbs.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'disputes:paper.title', description: 'disputes:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  const dispute = orNotFound(getDispute(ctx, params.subjectId ?? ''))
  const document = orNotFound(readableDecision(dispute, await readerOf(request, ctx.actor)))
  const { contract, milestone, subjectId } = dispute
  return { dispute: { contract, milestone, subjectId }, document }
}

export default function Decision() {
  const { dispute, document } = useLoaderData<typeof loader>()
  const { t } = useTranslation('disputes')
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <DisputeCrumbs dispute={dispute} here={document.kind} />
      <div className="flex justify-end print:hidden">
        <ButtonLink to={`/disputes/${dispute.subjectId}/decision.pdf`} reloadDocument icon={Download} variant="outline">
          {t('download')}
        </ButtonLink>
      </div>
      <DocumentSheet document={document} />
    </div>
  )
}
