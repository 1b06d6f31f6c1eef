import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Pencil, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getFinancialAccount } from '#app/features/finance/accounts.server.ts'
import { readTransactionFilter, transactionsHref } from '#app/features/finance/transaction-filter.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { listTransactions } from '#app/features/finance/transactions.server.ts'
import { TransactionTable } from '#app/features/finance/ui/transaction-table.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'finance:account.title', versioned: true }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const account = orNotFound(getFinancialAccount(ctx, params.accountId ?? ''))
  const filter = { ...readTransactionFilter(new URLSearchParams()), accountId: account.id }
  return {
    account,
    rows: listTransactions(ctx, filter, 20).rows,
    all: transactionsHref(filter),
    tags: loadTags(ctx),
    maySetUp: can(ctx, 'financials.setUp'),
  }
}

export default function AccountPage() {
  const { account, rows, all, tags, maySetUp } = useLoaderData<typeof loader>()
  const { t } = useTranslation('finance')
  const format = useFormat()
  const { id, name, kind, iban, currency, balanceCents, draftCents, drafts, openingCents, openingOn } = account
  const isArchived = account.archivedAt !== null
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/financials' }, { label: name }]} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">{name}</h2>
          <p className="text-sm text-muted-foreground">
            {[t(`accountKind.${kind}`), iban && formatIban(iban), isArchived && t('account.archived')]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {maySetUp && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <ButtonLink to={`/financials/accounts/${id}/edit`} icon={Pencil} variant="outline">
              {t('account.edit')}
            </ButtonLink>
            <PostForm action={`/financials/accounts/${id}/archive`}>
              <input type="hidden" name="archived" value={String(!isArchived)} />
              <SubmitButton variant="ghost">{t(isArchived ? 'account.restore' : 'account.archive')}</SubmitButton>
            </PostForm>
          </div>
        )}
      </div>
      <StatGrid count={3}>
        <Stat label={t('account.balance')} value={<Money cents={balanceCents} currency={currency} />} />
        <Stat
          label={t('account.drafts')}
          value={<Money cents={draftCents} currency={currency} />}
          note={t('sum.count', { count: drafts })}
          to={drafts > 0 ? `/financials/transactions?account=${id}&state=draft` : undefined}
        />
        <Stat
          label={t('account.opening')}
          value={<Money cents={openingCents} currency={currency} />}
          note={format.date(openingOn)}
        />
      </StatGrid>
      <PageSection
        title={t('list.title')}
        actions={
          !isArchived && (
            <ButtonLink to={`/financials/transactions/new?account=${id}`} icon={Plus}>
              {t('list.new')}
            </ButtonLink>
          )
        }
      >
        <TransactionTable
          rows={rows}
          tags={tags}
          empty={<p className="text-sm text-muted-foreground">{t('account.noRows')}</p>}
        />
        <TextLink block to={all} className="text-sm">
          {t('account.all')}
        </TextLink>
      </PageSection>
    </div>
  )
}
