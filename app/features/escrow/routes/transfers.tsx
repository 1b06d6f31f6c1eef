import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { findAwaitedTransfer, listTransfers } from '#app/features/bank/transfers.server.ts'
import { TransferForm } from '#app/features/bank/ui/transfer-form.tsx'
import { maxPage, pageSize } from '#app/features/escrow/limits.ts'
import { lastLedgerCheck, recordLedgerCheck } from '#app/features/escrow/record-ledger-check.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { transferSchema } from '#app/features/escrow/schemas.server.ts'
import { HeldPayouts } from '#app/features/escrow/ui/held-payouts.tsx'
import { LedgerCheckSection } from '#app/features/escrow/ui/ledger-check.tsx'
import { listHeldPayouts } from '#app/features/team/bank-account.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { formatReference } from '#app/platform/reference-number.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'escrow:transfers.title', description: 'escrow:transfers.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const { searchParams } = new URL(request.url)
  const reference = searchParams.get('reference') ?? ''
  const page = Math.min(maxPage, Math.max(1, Number.parseInt(searchParams.get('page') ?? '1', 10) || 1))
  const rows = listTransfers(ctx, page)
  const awaited = reference ? findAwaitedTransfer(ctx, reference) : null
  return {
    rows: rows.slice(0, pageSize),
    hasMore: rows.length > pageSize,
    page,
    reference,
    awaited,
    check: lastLedgerCheck(ctx.db),
    heldPayouts: listHeldPayouts(ctx),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const form = await readForm(request, (form) => form.get('intent') !== 'check')
  if (form.get('intent') === 'check') {
    const check = await recordLedgerCheck(ctx)
    if (!check) throw new Response(null, { status: 503 })
    const { sound } = check
    const text = { key: sound ? 'escrow:check.sound' : 'escrow:check.unsound' }
    return redirectWithFlash(request, '/escrow/transfers', { tone: sound ? 'success' : 'danger', text })
  }
  return handleFormData(form, transferSchema(await localeContextOf(request, ctx.actor)), ({ amount, ...transfer }) => {
    const { repeated, reason, transferId } = recordTransfer(ctx, { ...transfer, amountCents: amount })
    const to = !repeated && reason ? `/escrow/suspense/${transferId}` : '/escrow/transfers'
    const said = repeated ? 'transferKnown' : reason ? 'transferWaits' : 'transferRecorded'
    const tone = repeated || reason ? 'info' : 'success'
    return redirectWithFlash(request, to, { tone, text: { key: `escrow:flash.${said}` } })
  })
}

export default function Transfers() {
  const { rows, hasMore, page, reference, awaited, check, heldPayouts } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('escrow')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-8">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/escrow' }, { label: t('transfers.title') }]} />
      {check && !check.sound && <LedgerCheckSection check={check} />}
      <HeldPayouts rows={heldPayouts} />
      <div className="max-w-form">
        <TransferForm key={reference} lastResult={lastResult} awaited={awaited} reference={reference} />
      </div>
      <PageSection title={t('transfers.recorded')}>
        <DataTable
          caption={t('transfers.recorded')}
          rows={rows}
          rowKey={(row) => row.id}
          empty={
            <EmptyState icon={Landmark} title={t('transfers.emptyTitle')}>
              {t('transfers.empty')}
            </EmptyState>
          }
          columns={[
            {
              key: 'payer',
              header: t('transfer.payerName'),
              primary: true,
              cell: (row) => <TextLink to={`/escrow/transfers/${row.id}`}>{row.payerName}</TextLink>,
            },
            {
              key: 'for',
              header: t('transfers.for'),
              cell: (row) =>
                row.reversal ? (
                  t(`transfers.reversal.${row.reversal}`)
                ) : row.contractId ? (
                  <TextLink to={`/escrow/${row.contractId}`}>
                    {t('transfers.milestone', { contract: row.contractNumber, milestone: row.milestone })}
                  </TextLink>
                ) : row.openCents > 0 ? (
                  <TextLink to={`/escrow/suspense/${row.id}`}>{t('transfers.waits')}</TextLink>
                ) : (
                  t('transfers.settled')
                ),
            },
            {
              key: 'reference',
              header: t('transfer.reference'),
              cell: (row) => (
                <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
                  {formatReference(row.reference)}
                </bdi>
              ),
            },
            { key: 'archive', header: t('transfer.archiveId'), cell: (row) => row.archiveId },
            { key: 'paidOn', header: t('transfer.paidOn'), cell: (row) => format.date(row.paidOn) },
            { key: 'by', header: t('transfers.by'), cell: (row) => row.recordedBy },
            {
              key: 'amount',
              header: t('transfer.amount'),
              numeric: true,
              cell: (row) => <Money cents={row.amountCents} currency={row.currency} />,
            },
          ]}
        />
        <Pagination
          previous={page > 1 ? `?page=${page - 1}` : null}
          next={hasMore && page < maxPage ? `?page=${page + 1}` : null}
        />
      </PageSection>
      {(!check || check.sound) && <LedgerCheckSection check={check} />}
    </div>
  )
}
