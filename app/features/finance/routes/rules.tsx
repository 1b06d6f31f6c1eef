import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ListChecks, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listRules } from '#app/features/finance/rules/rules.server.ts'
import { listSuggestions } from '#app/features/finance/rules/suggestions.server.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { RuleList } from '#app/features/finance/ui/rule-list.tsx'
import { SuggestionForm } from '#app/features/finance/ui/suggestion-form.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = {
  title: 'bookingrules:title',
  description: 'bookingrules:description',
  versioned: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const suggestions = listSuggestions(ctx)
  return {
    rules: listRules(ctx),
    suggestions: suggestions.slice(0, 100),
    suggested: suggestions.length,
    tags: loadTags(ctx),
    maySetUp: can(ctx, 'financials.setUp'),
    mayRecord: can(ctx, 'financials.record'),
  }
}

export default function Rules() {
  const { rules, suggestions, suggested, tags, maySetUp, mayRecord } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bookingrules')
  const inUse = rules.filter(({ offAt }) => offAt === null)
  const off = rules.filter(({ offAt }) => offAt !== null)
  const add = maySetUp && (
    <ButtonLink to="/financials/rules/new" icon={Plus}>
      {t('form.new')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-8">
      <FinancialTabs current="rules" />
      <PageSection title={t('list.title')} description={t('list.text')} actions={rules.length > 0 && add}>
        {inUse.length === 0 ? (
          <EmptyState icon={ListChecks} title={t('list.emptyTitle')} action={rules.length === 0 && add}>
            {t('list.empty')}
          </EmptyState>
        ) : (
          <RuleList rules={inUse} tags={tags} maySetUp={maySetUp} />
        )}
      </PageSection>
      {rules.length > 0 && (
        <PageSection title={t('suggestions.title')} description={t('suggestions.text')}>
          <SuggestionForm suggestions={suggestions} count={suggested} tags={tags} mayRecord={mayRecord} />
        </PageSection>
      )}
      {off.length > 0 && (
        <PageSection title={t('off.title')} description={t('off.text')}>
          <RuleList rules={off} tags={tags} maySetUp={maySetUp} />
        </PageSection>
      )}
    </div>
  )
}
