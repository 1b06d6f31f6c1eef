import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { DocumentText } from '#app/features/contracts/ui/document-text.tsx'
import { getDecision, listDecisions } from '#app/features/decisions/queries.server.ts'
import { readableMemo } from '#app/features/decisions/readable-memo.ts'
import { revocationBlocks } from '#app/features/decisions/readable-revocation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'memo:title', description: 'memo:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const projectId = params.projectId ?? ''
  const decision = orNotFound(getDecision(ctx, projectId, new URL(request.url).searchParams.get('award')))
  const others = listDecisions(ctx, projectId).filter(({ awardId }) => awardId !== decision.awardId)
  return { projectId, decision, others: others.map(({ awardId, awardedAt }) => ({ awardId, awardedAt })) }
}

/** What an award was decided on, for the client's file. */
export default function DecisionMemo() {
  const { projectId, decision, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation('memo')
  const { t: decisions } = useTranslation('decisions')
  const { t: evaluation } = useTranslation('evaluation')
  const { t: opening } = useTranslation('opening')
  const { t: ui } = useTranslation('ui')
  const { t: qualification } = useTranslation('qualification')
  const { t: tBid } = useTranslation('bids')
  const { t: tContract } = useTranslation('contracts')
  const { t: tRevocation } = useTranslation('revocation')
  const format = useFormat()
  const base = `/projects/${projectId}`
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: decision.title, to: base },
          { label: tBid('compare.title'), to: `${base}/bids` },
          { label: t('title') },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <p className="max-w-prose text-sm text-muted-foreground">{t('ownOnly')}</p>
        <ButtonLink
          to={`${base}/decision.pdf?award=${decision.awardId}`}
          reloadDocument
          icon={Download}
          variant="outline"
        >
          {tContract('paper.download')}
        </ButtonLink>
      </div>
      <DocumentSheet
        document={readableMemo(
          decision,
          { t, decisions, evaluation, opening, qualification, ui, format },
          revocationBlocks(decision, { t: tRevocation, ui, format }),
        )}
      />
      {others.length > 0 && (
        <Card title={t('others')} className="print:hidden">
          <ul className="flex flex-col gap-1 text-sm">
            {others.map(({ awardId, awardedAt }) => (
              <li key={awardId}>
                <TextLink to={`${base}/decision?award=${awardId}`} block>
                  {format.deadline(awardedAt)}
                </TextLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <details className="rounded-lg border border-border bg-card p-4 text-card-foreground print:hidden">
        <summary className="min-h-6 cursor-pointer font-semibold">{decisions('letter.proof')}</summary>
        <div className="mt-4 flex flex-col gap-4">
          <p className="max-w-prose text-sm text-muted-foreground">{t('proofText')}</p>
          <DocumentText label={decisions('letter.text')} text={decision.text} hash={decision.digest} />
          {decision.revocation !== null && decision.revocationDigest !== null && (
            <DocumentText label={tRevocation('title')} text={decision.revocation} hash={decision.revocationDigest} />
          )}
        </div>
      </details>
    </div>
  )
}
