import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Landmark, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listFinancialAccounts } from '#app/features/finance/accounts.server.ts'
import { loadMonth } from '#app/features/finance/month.server.ts'
import { loadToDo } from '#app/features/finance/to-do.server.ts'
import { AccountTable } from '#app/features/finance/ui/account-table.tsx'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { MonthStats } from '#app/features/finance/ui/month-stats.tsx'
import { ToDoList } from '#app/features/finance/ui/to-do-list.tsx'
import { listAgeing } from '#app/features/open-items/queries.server.ts'
import { AgeingTable } from '#app/features/open-items/ui/open-items.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = { title: 'finance:title', description: 'finance:description', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  return {
    accounts: listFinancialAccounts(ctx),
    toDo: loadToDo(ctx),
    month: loadMonth(ctx),
    open: can(ctx, 'invoices.read')
      ? { issued: listAgeing(ctx, 'issued'), received: listAgeing(ctx, 'received') }
      : null,
    maySetUp: can(ctx, 'financials.setUp'),
  }
}

export default function Financials() {
  const { accounts, toDo, month, open, maySetUp } = useLoaderData<typeof loader>()
  const { t } = useTranslation('finance')
  return (
    <div className="flex flex-col gap-8">
      <FinancialTabs current="overview" />
      {accounts.length === 0 ? (
        <EmptyState
          icon={Landmark}
          title={t('overview.noAccountsTitle')}
          action={<ButtonLink to="/financials/accounts/new">{t('overview.addAccount')}</ButtonLink>}
        >
          {t('overview.noAccounts')}
        </EmptyState>
      ) : (
        <PageSection
          title={t('overview.accounts')}
          description={t('overview.accountsText')}
          actions={
            maySetUp && (
              <ButtonLink to="/financials/accounts/new" icon={Plus} variant="outline">
                {t('overview.addAccount')}
              </ButtonLink>
            )
          }
        >
          <AccountTable accounts={accounts} />
        </PageSection>
      )}
      {accounts.length > 0 && <ToDoList toDo={toDo} />}
      <MonthStats month={month} />
      {open &&
        (['issued', 'received'] as const).map((direction) => (
          <PageSection
            key={direction}
            title={t(`open.${direction}`)}
            actions={
              <ButtonLink
                to={direction === 'issued' ? '/invoicing/open-items' : '/invoicing/open-items?view=received'}
                variant="outline"
                size="sm"
              >
                {t('open.all')}
              </ButtonLink>
            }
          >
            <AgeingTable rows={open[direction]} direction={direction} />
          </PageSection>
        ))}
    </div>
  )
}
