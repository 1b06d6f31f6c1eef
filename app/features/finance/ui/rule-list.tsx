import { useTranslation } from 'react-i18next'
import type { BookingRule } from '#app/features/finance/rules/rules.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

/** What a rule asks of a row, in words. */
function useConditions() {
  const { t } = useTranslation('bookingrules')
  const { t: tFinance } = useTranslation('finance')
  const format = useFormat()
  return (rule: BookingRule): string[] => {
    const { textContains, counterpartyContains, counterpartyIban, direction, currency, minCents, maxCents } = rule
    const amount = (cents: number) => format.money(cents, currency)
    return [
      textContains !== null && t('when.text', { value: textContains }),
      counterpartyContains !== null && t('when.counterparty', { value: counterpartyContains }),
      counterpartyIban !== null && t('when.iban', { value: formatIban(counterpartyIban) }),
      direction !== null && tFinance(`direction.${direction}`),
      minCents !== null && maxCents !== null && t('when.between', { from: amount(minCents), to: amount(maxCents) }),
      minCents !== null && maxCents === null && t('when.atLeast', { amount: amount(minCents) }),
      minCents === null && maxCents !== null && t('when.atMost', { amount: amount(maxCents) }),
      minCents === null && maxCents === null && t('when.currency', { currency }),
    ].filter((words) => words !== false)
  }
}

/** Booking rules in their order, each with its buttons for whoever sets up the books. */
export function RuleList({ rules, tags, maySetUp }: { rules: readonly BookingRule[]; tags: Tags; maySetUp: boolean }) {
  const { t } = useTranslation('bookingrules')
  const { t: tFinance } = useTranslation('finance')
  const format = useFormat()
  const { nameOf } = useChart(tags.own)
  const conditionsOf = useConditions()
  return (
    <ol className="flex flex-col gap-3">
      {rules.map((rule, index) => (
        <li key={rule.id} className="rounded-lg border border-border bg-card p-4 text-sm text-card-foreground">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h3 className="text-base font-semibold wrap-anywhere">{rule.name}</h3>
            <StatusBadge status={rule.mode} tone={rule.mode === 'categorize' ? 'info' : 'neutral'}>
              {t(`mode.${rule.mode}`)}
            </StatusBadge>
            {!rule.isUsable && (
              <StatusBadge status="unusable" tone="warning">
                {t('unusable')}
              </StatusBadge>
            )}
            <span className="text-muted-foreground">{t('used', { count: rule.used })}</span>
          </div>
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <div>
              <p className="font-medium">{t('list.when')}</p>
              <ul className="list-disc ps-5">
                {conditionsOf(rule).map((words) => (
                  <li key={words} className="wrap-anywhere">
                    {words}
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <p className="font-medium">{t('list.then')}</p>
              <ul className="list-disc ps-5">
                {rule.parts.map((part) => (
                  <li key={part.position} className="wrap-anywhere">
                    {[
                      rule.parts.length > 1 && (part.shareBp === null ? t('rest') : format.percent(part.shareBp)),
                      nameOf(part),
                      tags.projects.find(({ id }) => id === part.projectId)?.title,
                      tFinance(`vat.${part.vat}`),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </li>
                ))}
              </ul>
            </div>
          </div>
          {maySetUp && (
            <div className="mt-3 flex flex-wrap gap-2 print:hidden">
              <ButtonLink
                to={`/financials/rules/${rule.id}/edit`}
                variant="outline"
                size="sm"
                aria-label={t('button.editOf', { name: rule.name })}
              >
                {t('button.edit')}
              </ButtonLink>
              {(rule.offAt === null ? (['up', 'down', 'off'] as const) : (['on'] as const)).map(
                (step) =>
                  !(step === 'up' && index === 0) &&
                  !(step === 'down' && index === rules.length - 1) && (
                    <PostForm key={step} action={`/financials/rules/${rule.id}/${step}`}>
                      <input type="hidden" name="position" value={rule.position} />
                      <SubmitButton variant="ghost" size="sm" aria-label={t(`button.${step}Of`, { name: rule.name })}>
                        {t(`button.${step}`)}
                      </SubmitButton>
                    </PostForm>
                  ),
              )}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
