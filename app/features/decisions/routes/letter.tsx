import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { DocumentText } from '#app/features/contracts/ui/document-text.tsx'
import { FoldedProof } from '#app/features/contracts/ui/folded-proof.tsx'
import { getLetter, listLetters } from '#app/features/decisions/queries.server.ts'
import { readableLetter } from '#app/features/decisions/readable-letter.ts'
import { revocationBlocks } from '#app/features/decisions/readable-revocation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'decisions:letter.title', description: 'decisions:letter.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const letters = listLetters(ctx, params.bidId ?? '')
  const awardId = new URL(request.url).searchParams.get('award')
  const letter = orNotFound(getLetter(ctx, params.bidId ?? '', awardId))
  return {
    letter,
    others: letters
      .filter((one) => one.awardId !== letter.awardId)
      .map(({ awardId, awardedAt }) => ({ awardId, awardedAt })),
  }
}

/** The client's decision in writing, for one bidder. */
export default function DecisionLetter() {
  const { letter, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation('decisions')
  const { t: ui } = useTranslation('ui')
  const { t: tBid } = useTranslation('bids')
  const { t: tContract } = useTranslation('contracts')
  const { t: qualification } = useTranslation('qualification')
  const { t: tRevocation } = useTranslation('revocation')
  const format = useFormat()
  const { bidId, projectId, title, text, digest, revokedAt, role } = letter
  const parents =
    role === 'owner'
      ? [
          { label: title, to: `/projects/${projectId}` },
          { label: tBid('compare.title'), to: `/projects/${projectId}/bids` },
        ]
      : [
          { label: tBid('list.title'), to: '/bids' },
          { label: title, to: `/bids/${bidId}` },
        ]
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs items={[...parents, { label: t('letter.title') }]} />
      <p className="flex justify-end print:hidden">
        <ButtonLink
          to={`/bids/${bidId}/decision.pdf?award=${letter.awardId}`}
          reloadDocument
          icon={Download}
          variant="outline"
        >
          {tContract('paper.download')}
        </ButtonLink>
      </p>
      <DocumentSheet
        document={readableLetter(
          text,
          revokedAt,
          { t, ui, qualification, format },
          revocationBlocks(letter, { t: tRevocation, ui, format }),
        )}
      />
      {others.length > 0 && (
        <Card title={t('letter.others')} className="print:hidden">
          <ul className="flex flex-col gap-1 text-sm">
            {others.map(({ awardId, awardedAt }) => (
              <li key={awardId}>
                <TextLink to={`/bids/${bidId}/decision?award=${awardId}`} block>
                  {format.deadline(awardedAt)}
                </TextLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <FoldedProof title={t('letter.proof')} about={t('letter.proofText')}>
        <DocumentText label={t('letter.text')} text={text} hash={digest} />
        {letter.revocation !== null && letter.revocationDigest !== null && (
          <DocumentText label={tRevocation('title')} text={letter.revocation} hash={letter.revocationDigest} />
        )}
      </FoldedProof>
    </div>
  )
}
