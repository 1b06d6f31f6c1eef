import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { readableReceipt } from '#app/features/bids/receipts/readable-receipt.ts'
import { getReceipt, versionOf } from '#app/features/bids/receipts/receipt.server.ts'
import { checkAddress } from '#app/features/bids/receipts/receipt-pdf.server.ts'
import { AttachmentList } from '#app/features/bids/ui/attachment-list.tsx'
import { VersionList } from '#app/features/bids/ui/version-list.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bidlines:receipt.title', description: 'bidlines:receipt.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const found = orNotFound(getReceipt(ctx, params.bidId ?? ''))
  const { versions, ...receipt } = found
  const shown = orNotFound(versionOf(found, request))
  return {
    receipt,
    shown,
    checkAt: checkAddress(shown.digest),
    versions: versions.map(({ text: _, ...version }) => version),
  }
}

/** What a bidder has sealed and when, with the text to check its hash by, and every version of the bid. */
export default function BidReceipt() {
  const { receipt, shown, checkAt, versions } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bidlines')
  const { t: tBid } = useTranslation('bids')
  const { t: tFiles } = useTranslation('bidfiles')
  const format = useFormat()
  const { bidId, title, timeZone, withdrawnAt, reason } = receipt
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tBid('list.title'), to: '/bids' },
          { label: title, to: `/bids/${bidId}` },
          { label: t('receipt.title') },
        ]}
      />
      {shown.isIntact === false && (
        <Alert tone="danger" title={t('receipt.broken')}>
          {t('receipt.brokenText')}
        </Alert>
      )}
      <DocumentSheet document={readableReceipt(receipt, shown, checkAt, t, format)} />
      <ButtonLink
        to={`/bids/${bidId}/receipt.pdf?version=${shown.revision}`}
        reloadDocument
        variant="outline"
        icon={Download}
        className="self-start print:hidden"
      >
        {tFiles('receipt.pdf')}
      </ButtonLink>
      {shown.attachments.length > 0 && (
        <Card title={tFiles('title')} className="print:hidden">
          <AttachmentList attachments={shown.attachments} />
        </Card>
      )}
      <VersionList bidId={bidId} timeZone={timeZone} versions={versions} withdrawnAt={withdrawnAt} reason={reason} />
    </div>
  )
}
