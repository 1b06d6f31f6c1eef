import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { AttachmentList } from '#app/features/bids/ui/attachment-list.tsx'
import { getChangeOrder } from '#app/features/change-orders/queries.server.ts'
import { signedChangeOrder } from '#app/features/change-orders/signed-change-order.server.ts'
import { ChangeActions } from '#app/features/change-orders/ui/change-actions.tsx'
import { ChangeCrumbs } from '#app/features/change-orders/ui/change-crumbs.tsx'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { RowsDiffer } from '#app/features/contracts/ui/rows-differ.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { SourceMessage } from '#app/features/messages/ui/work/source-message.tsx'
import { messageOfChange } from '#app/features/messages/work/work-queries.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'

export const handle: PageHandle = {
  title: 'changeorders:detail.title',
  titleOf: (data) => (data as { change: { title: string } }).change.title,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { lines: _lines, ...found } = orNotFound(getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''))
  const { client, provider } = frozenParties(found.paper.text)
  const paper = signedChangeOrder(found.paper, await readerOf(request, ctx.actor))
  const source = messageOfChange(ctx, found.change.id)
  return { ...found, source, paper, names: { client: client.name, provider: provider.name } }
}

/** A change order: what the user has to do now, the document, and who has signed it. */
export default function ChangeOrder() {
  const { change, contract, role, paper, rowsMatch, signatures, milestone, files, actions, names, source } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const { status, documentHash, decisionReason } = change
  const ended = status === 'rejected' || status === 'withdrawn' || status === 'lapsed'
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <ChangeCrumbs contract={contract} change={change} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-3">
          {change.number !== null && (
            <span className="text-lg font-semibold tabular-nums">{changeOrderName(change.number)}</span>
          )}
          <StatusBadge status={status}>{t(`status.${status}`)}</StatusBadge>
        </p>
        <ChangeActions path={`/contracts/${contract.id}/changes/${change.id}`} actions={actions} />
      </div>
      {!rowsMatch && <RowsDiffer />}
      <Alert
        tone={ended ? 'warning' : status === 'accepted' ? 'success' : 'info'}
        className="print:hidden"
        {...(status === 'accepted' &&
          milestone && {
            actions: (
              <ButtonLink to={`/escrow/${contract.id}`} size="sm" variant="outline">
                {t('detail.milestone')}
              </ButtonLink>
            ),
          })}
      >
        {t(`hint.${role}.${status}`)}
        {decisionReason && <p className="mt-1 wrap-anywhere">{t('detail.reason', { reason: decisionReason })}</p>}
      </Alert>
      {source && <SourceMessage place={source} />}
      <SignedSheet paper={paper} pdf={`/contracts/${contract.id}/changes/${change.id}/change.pdf`} />
      {files.length > 0 && (
        <PageSection title={t('field.files')}>
          <AttachmentList attachments={files} />
        </PageSection>
      )}
      {documentHash && (
        <PageSection
          title={tContract('detail.signatures')}
          actions={<TextLink to={`/verify/${documentHash}`}>{tContract('detail.verify')}</TextLink>}
        >
          <Signatures signatures={signatures} names={names} />
        </PageSection>
      )}
    </div>
  )
}
