import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ArrowLeftRight, Download, Plus, SearchX, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listFinancialAccounts } from '#app/features/finance/accounts.server.ts'
import { suggestFor } from '#app/features/finance/rules/suggestions.server.ts'
import { readTransactionFilter, transactionSearch, transactionsHref } from '#app/features/finance/transaction-filter.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { listTransactions } from '#app/features/finance/transactions.server.ts'
import { BulkForm } from '#app/features/finance/ui/bulk-form.tsx'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { TransactionFilters } from '#app/features/finance/ui/transaction-filters.tsx'
import { TransactionSums } from '#app/features/finance/ui/transaction-sums.tsx'
import { TransactionTable } from '#app/features/finance/ui/transaction-table.tsx'
import { countUnproven } from '#app/features/finance/unproven.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle = {
  title: 'finance:list.title',
  description: 'finance:list.description',
  versioned: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const filter = readTransactionFilter(new URL(request.url).searchParams)
  const { rows, next, sums } = listTransactions(ctx, filter)
  return {
    filter,
    rows,
    sums,
    suggested: suggestFor(ctx, rows),
    next: next && transactionsHref(filter, { after: next }),
    accounts: listFinancialAccounts(ctx).map(({ id, name }) => ({ id, name })),
    tags: loadTags(ctx),
    unproven: countUnproven(ctx).count,
    mayRecord: can(ctx, 'financials.record'),
    mayPost: can(ctx, 'financials.post'),
  }
}

export default function Transactions() {
  const { filter, rows, sums, suggested, next, accounts, tags, unproven, mayRecord, mayPost } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('finance')
  const search = transactionSearch(filter)
  const query = search ? `?${search}` : ''
  const isNew = rows.length === 0 && !search && !filter.after
  const choose = mayRecord && rows.some(({ status }) => status === 'draft')
  const table = (
    <TransactionTable
      rows={rows}
      tags={tags}
      choose={choose}
      suggested={suggested}
      attachBack={mayRecord && filter.receipt ? transactionsHref(filter, { after: filter.after }) : null}
      empty={
        <EmptyState
          icon={SearchX}
          title={t('list.noResultsTitle')}
          action={
            <ButtonLink to="/financials/transactions" variant="outline">
              {t('filter.reset')}
            </ButtonLink>
          }
        >
          {t('list.noResults')}
        </EmptyState>
      }
    />
  )
  return (
    <div className="flex flex-col gap-5">
      <FinancialTabs current="transactions" />
      <div className="flex flex-wrap justify-end gap-2 print:hidden">
        <ButtonLink to={`/financials/transactions.csv${query}`} reloadDocument icon={Download} variant="outline">
          {t('list.csv')}
        </ButtonLink>
        <ButtonLink to={`/financials/transactions.xlsx${query}`} reloadDocument icon={Download} variant="outline">
          {t('list.xlsx')}
        </ButtonLink>
        <ButtonLink to="/financials/import" icon={Upload} variant="outline">
          {t('list.import')}
        </ButtonLink>
        <ButtonLink to="/financials/transactions/new" icon={Plus}>
          {t('list.new')}
        </ButtonLink>
      </div>
      {isNew ? (
        <EmptyState
          icon={ArrowLeftRight}
          title={t('list.emptyTitle')}
          action={<ButtonLink to="/financials/transactions/new">{t('list.new')}</ButtonLink>}
        >
          {t('list.empty')}
        </EmptyState>
      ) : (
        <>
          <TransactionFilters filter={filter} accounts={accounts} tags={tags} unproven={unproven} />
          <TransactionSums sums={sums} filter={filter} />
          {choose ? (
            <BulkForm
              tags={tags}
              mayPost={mayPost}
              hasSuggestions={Object.keys(suggested).length > 0}
              back={transactionsHref(filter, { after: filter.after })}
            >
              {table}
            </BulkForm>
          ) : (
            table
          )}
          <Pagination previous={filter.after ? transactionsHref(filter) : null} next={next} />
        </>
      )}
    </div>
  )
}
