import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import type { Billing } from '#app/features/plans/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { currencies } from '#db/vocabulary/currencies.ts'
import { planCycles } from '#db/vocabulary/plans.ts'

/** Leads to the page that shows what a plan costs before it is ordered: a form of the address, so that it can be shared and reloaded. */
export function ChoosePlan({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing')
  const { t: tShell } = useTranslation('shell')
  const format = useFormat()
  const { subscription, actions, offers, refusal, takesDollars } = billing
  const { plan, cycle, currency } = subscription
  const isChange = actions.includes('change_up')
  if (!isChange && !actions.includes('choose')) return null
  const priced = offers.flatMap(({ id, monthlyCents, yearlyCents }) =>
    monthlyCents === null || yearlyCents === null
      ? []
      : {
          value: id,
          label: t('option', {
            plan: planNames[id],
            monthly: format.money(monthlyCents, currency, { decimals: false }),
            yearly: format.money(yearlyCents, currency, { decimals: false }),
          }),
        },
  )
  return (
    <Form method="get" action="/billing/plan">
      <FormCard
        title={t(isChange ? 'heading.change' : 'heading.choose')}
        description={t('choose.text')}
        actions={<SubmitButton disabled={refusal !== null}>{t('choose.show')}</SubmitButton>}
      >
        {refusal && (
          <Alert tone="warning">
            {t(`refused.${refusal}`)}
            {refusal === 'noAddress' && (
              <p className="mt-1">
                <TextLink to="/company-settings">{tShell('items.companySettings')}</TextLink>
              </p>
            )}
          </Alert>
        )}
        <RadioGroup
          name="plan"
          label={t('field.plan')}
          options={priced}
          defaultValue={plan !== null && plan !== 'universe' ? plan : 'interplanetary'}
        />
        <p className="text-sm">
          <TextLink to="/contact-sales?plan=universe">{t('refused.byAgreement')}</TextLink>
        </p>
        <FieldRow>
          <Select
            name="cycle"
            label={t('field.cycle')}
            options={planCycles.map((value) => ({ value, label: t(`cycle.${value}`) }))}
            defaultValue={cycle}
          />
          <Select
            name="currency"
            label={t('field.currency')}
            options={(takesDollars ? currencies : (['EUR'] as const)).map((value) => ({ value, label: value }))}
            defaultValue={currency}
          />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
