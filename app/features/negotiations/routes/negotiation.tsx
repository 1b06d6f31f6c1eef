import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FileText, MessageSquarePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { findPartyGaps } from '#app/features/contract-steps/party-gaps.server.ts'
import { PartyGaps } from '#app/features/contract-steps/ui/party-gaps.tsx'
import { getNegotiation } from '#app/features/negotiations/queries.server.ts'
import { Clauses } from '#app/features/negotiations/ui/clauses.tsx'
import { CommentList } from '#app/features/negotiations/ui/comment-list.tsx'
import { OpenNegotiation } from '#app/features/negotiations/ui/open-negotiation.tsx'
import { PaymentTerms } from '#app/features/negotiations/ui/payment-terms.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = { title: 'negotiation:title', description: 'negotiation:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const negotiation = orNotFound(getNegotiation(ctx, params.contractId ?? ''))
  return { ...negotiation, gaps: findPartyGaps(ctx, negotiation.id) }
}

/** The discussion of a draft contract between both parties: payment terms, and comments by clause. */
export default function NegotiationPage() {
  const negotiation = useLoaderData<typeof loader>()
  const { t } = useTranslation('negotiation')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  const { id, number, title, isDraft, party, other, openedAt, mayNegotiate, comments, removed } = negotiation
  const path = `/contracts/${id}/negotiation`
  // The provider has no page of the contract itself before it is sent.
  const contractPage = party === 'client' || !isDraft ? `/contracts/${id}` : undefined
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          ...(contractPage ? [{ label: number, to: contractPage }] : []),
          { label: t('title') },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</p>
        <ButtonLink to={`/contracts/${id}/document`} icon={FileText} variant="outline">
          {t('readDraft')}
        </ButtonLink>
      </div>
      <PartyGaps gaps={negotiation.gaps} />
      {openedAt === null ? (
        <OpenNegotiation path={path} other={other} isDraft={isDraft} />
      ) : (
        <>
          <Alert tone="info">
            <p>{t(isDraft ? `state.${party}` : 'state.sent', { other })}</p>
            {isDraft && (
              <p className="mt-1 text-muted-foreground">
                {t('changedAt', { time: format.dateTime(negotiation.updatedAt) })}
              </p>
            )}
          </Alert>
          <PaymentTerms negotiation={negotiation} path={path} />
          <Clauses negotiation={negotiation} path={path} />
          <PageSection
            title={t('whole.title')}
            description={t('whole.text')}
            actions={
              mayNegotiate && (
                <ButtonLink to={`${path}/comment`} icon={MessageSquarePlus} variant="outline" size="sm">
                  {t('comment.add')}
                </ButtonLink>
              )
            }
          >
            <CommentList comments={comments} path={path} party={party} other={other} />
          </PageSection>
          {removed.length > 0 && (
            <PageSection title={t('removed.title')} description={t('removed.text')}>
              <CommentList comments={removed} path={path} party={party} other={other} showHeading />
            </PageSection>
          )}
        </>
      )}
    </div>
  )
}
