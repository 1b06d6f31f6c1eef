import { useTranslation } from 'react-i18next'
import type { Suggestion } from '#app/features/finance/rules/suggestions.server.ts'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { pickValue, usePurpose } from './purpose.ts'
import type { Tags } from './split-fields.tsx'

/** What a booking rule says that a draft is for, with the button that accepts it. */
export function RowSuggestion({
  row,
  suggestion,
  tags,
}: {
  row: { id: string; updatedAt: number }
  suggestion: Pick<Suggestion, 'rule' | 'splits'>
  tags: Tags
}) {
  const { t } = useTranslation('bookingrules')
  const purposeOf = usePurpose(tags)
  const { rule, splits } = suggestion
  return (
    <Card title={t('row.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="wrap-anywhere">{t('row.text', { name: rule.name, purpose: purposeOf(splits) })}</p>
        <PostForm action="/financials/rules/apply">
          <input type="hidden" name="ids" value={row.id} />
          <input type="hidden" name="pick" value={pickValue(row, rule)} />
          <input type="hidden" name="back" value={`/financials/transactions/${row.id}`} />
          <SubmitButton variant="secondary" size="sm">
            {t('row.accept')}
          </SubmitButton>
        </PostForm>
      </div>
    </Card>
  )
}
