import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Pencil, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { suggestInvoices } from '#app/features/finance/invoice-matches.server.ts'
import { suggestFor } from '#app/features/finance/rules/suggestions.server.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { getTransaction } from '#app/features/finance/transactions.server.ts'
import { InvoiceMatches } from '#app/features/finance/ui/invoice-matches.tsx'
import { RowSuggestion } from '#app/features/finance/ui/row-suggestion.tsx'
import { SplitTable } from '#app/features/finance/ui/split-table.tsx'
import { TransactionFacts } from '#app/features/finance/ui/transaction-facts.tsx'
import { useTransactionName } from '#app/features/finance/ui/transaction-table.tsx'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { listReceiptsOf } from '#app/features/receipts/receipts.server.ts'
import { ReceiptsCard } from '#app/features/receipts/ui/receipts-card.tsx'
import { getReceivedNumber, suggestReceived } from '#app/features/received-invoices/queries.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'finance:detail.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const row = orNotFound(getTransaction(ctx, params.transactionId ?? ''))
  const isDraft = row.status === 'draft'
  const isOfInvoice = row.invoiceId !== null || row.receivedInvoiceId !== null
  const invoice = row.invoiceId ? getInvoice(ctx, row.invoiceId) : null
  return {
    row,
    tags: loadTags(ctx),
    receipts: listReceiptsOf(ctx, row.id),
    suggestion: suggestFor(ctx, [row])[row.id] ?? null,
    matched: invoice
      ? { id: invoice.id, number: invoice.document.number ?? '', isFile: false }
      : matchedFile(ctx, row.receivedInvoiceId),
    suggested:
      isDraft && !isOfInvoice
        ? [
            ...suggestInvoices(ctx, row).map((one) => ({ ...one, isFile: false })),
            ...suggestReceived(ctx, row).map((one) => ({ ...one, isFile: true })),
          ]
        : [],
    mayAttach: can(ctx, 'financials.record'),
    mayEdit: isDraft && can(ctx, 'financials.record'),
    mayDelete: isDraft && row.source === 'manual' && can(ctx, 'financials.record'),
    mayPost: isDraft && (row.splits.length > 0 || isOfInvoice) && can(ctx, 'financials.post'),
    mayReverse: !isDraft && !row.reversesId && !row.reversedById && can(ctx, 'financials.post'),
  }
}

function matchedFile(ctx: CompanyContext, id: string | null) {
  const number = id && getReceivedNumber(ctx, id)
  return number ? { id: id ?? '', number, isFile: true } : null
}

export default function TransactionPage() {
  const { row, tags, receipts, suggestion, matched, suggested, mayAttach, mayEdit, mayDelete, mayPost, mayReverse } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('finance')
  const nameOf = useTransactionName()
  const page = `/financials/transactions/${row.id}`
  const other = row.reversesId ?? row.reversedById
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/financials/transactions' }, { label: nameOf(row) }]} />
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">{nameOf(row)}</h2>
        <StatusBadge status={row.status} tone={row.status === 'draft' ? 'warning' : 'success'}>
          {t(row.reversedById ? 'status.reversed' : `status.${row.status}`)}
        </StatusBadge>
      </div>
      <Card title={t('detail.facts')}>
        <TransactionFacts row={row} />
        {other && (
          <TextLink block to={`/financials/transactions/${other}`} className="mt-3 text-sm">
            {t(row.reversesId ? 'detail.reverses' : 'detail.reversedBy')}
          </TextLink>
        )}
      </Card>
      <InvoiceMatches transactionId={row.id} matched={matched} suggested={suggested} mayMatch={mayEdit} />
      {suggestion && mayEdit && <RowSuggestion row={row} suggestion={suggestion} tags={tags} />}
      {!row.invoiceId && !row.receivedInvoiceId && (
        <SplitTable splits={row.splits} currency={row.currency} tags={tags} />
      )}
      <ReceiptsCard transactionId={row.id} receipts={receipts} mayAdd={mayAttach} mayReturn={mayEdit} />
      <div className="flex flex-wrap gap-3 print:hidden">
        {mayPost && (
          <PostForm action={`${page}/post`}>
            <SubmitButton>{t('detail.post')}</SubmitButton>
          </PostForm>
        )}
        {mayEdit && (
          <ButtonLink to={`${page}/edit`} icon={Pencil} variant="outline">
            {t('form.edit')}
          </ButtonLink>
        )}
        {mayReverse && (
          <ButtonLink to={`${page}/reverse`} icon={Undo2} variant="outline">
            {t('reverse.title')}
          </ButtonLink>
        )}
        {mayDelete && (
          <ButtonLink to={`${page}/delete`} variant="ghost">
            {t('delete.title')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
