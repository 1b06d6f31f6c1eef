import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ClientContent } from '#app/features/clients/client.ts'
import { type Choice, choiceNames, isChosen } from '#app/features/clients/merging/merged-content.ts'
import { eSchemeName } from '#app/features/e-addresses/e-schemes.ts'
import { useFormat } from '#app/i18n/format.ts'
import { languages } from '#app/i18n/languages.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Side = { id: string; updatedAt: number; content: ClientContent }
type Values = Record<Choice, string>

/** Says what merging does, and asks what stays where the two records differ. */
export function MergeForm({
  kept,
  other,
  first,
  submissionId,
  lastResult,
}: {
  kept: Side
  other: Side
  /** Which record is chosen at first, by what is chosen. */
  first: Record<string, string>
  submissionId: string
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('clientmerge')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<Values>({ id: 'merge', lastResult, defaultValue: first as Values })
  const labels = useLabels()
  const textOf = useTexts()
  const chosen = choiceNames.filter((choice) => isChosen(choice, kept.content, other.content))
  const names = { kept: kept.content.name, other: other.content.name }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="otherId" value={other.id} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={kept.updatedAt} />
      <ExpectedVersionField lastResult={lastResult} name="otherVersion" expectedVersion={other.updatedAt} />
      <ErrorSummary form={form} labels={labels} />
      <EditConflict lastResult={lastResult} to={`/clients/${kept.id}`} />
      <Alert tone="warning" title={t('merge.heading', names)}>
        <p>{t('merge.text', names)}</p>
        <p className="mt-2 font-medium">{t('merge.forGood')}</p>
      </Alert>
      <FormCard
        title={t('merge.choose')}
        description={chosen.length > 0 ? t('merge.chooseHint') : t('merge.same')}
        actions={
          <>
            <SubmitButton variant="destructive">{t('merge.submit')}</SubmitButton>
            <ButtonLink to={`/clients/${other.id}/merge?with=${kept.id}`} variant="outline">
              {t('merge.swap', names)}
            </ButtonLink>
            <ButtonLink to={`/clients/${kept.id}`} variant="ghost">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        {chosen.map((choice) => (
          <RadioGroup
            key={choice}
            field={fields[choice]}
            label={labels[choice]}
            options={[
              { value: 'kept', label: textOf(choice, kept.content) || t('merge.empty') },
              { value: 'other', label: textOf(choice, other.content) || t('merge.empty') },
            ]}
          />
        ))}
      </FormCard>
    </Form>
  )
}

function useLabels(): Record<Choice, string> {
  const { t } = useTranslation('clientform')
  const { t: tClient } = useTranslation('clients')
  return {
    name: t('field.name'),
    businessId: t('field.businessId'),
    vatNumber: t('field.vatNumber'),
    buysAs: t('field.buysAs'),
    address: tClient('detail.address'),
    email: t('field.email'),
    phone: t('field.phone'),
    locale: t('field.locale'),
    eAddress: tClient('detail.eAddress'),
    paymentTermDays: t('field.paymentTermDays'),
    lateInterest: t('field.lateInterest'),
    creditLimits: t('limits'),
  }
}

/** What a record says of something, in words; '' for nothing. */
function useTexts() {
  const { t } = useTranslation('clientform')
  const format = useFormat()
  const texts: Record<Choice, (content: ClientContent) => string | null | undefined> = {
    name: ({ name }) => name,
    businessId: ({ businessId }) => businessId,
    vatNumber: ({ vatNumber }) => vatNumber,
    buysAs: ({ buysAs }) => buysAs && t(`buysAs.${buysAs}`),
    address: ({ street, postalCode, city, country }) =>
      [street, [postalCode, city].filter(Boolean).join(' '), format.country(country)].filter(Boolean).join(', '),
    email: ({ email }) => email,
    phone: ({ phone }) => phone,
    locale: ({ locale }) => languages.find(({ tag }) => tag === locale)?.name,
    eAddress: ({ eScheme, eAddress, eOperator }) =>
      [eScheme && eSchemeName(eScheme), eAddress, eOperator].filter(Boolean).join(' · '),
    paymentTermDays: ({ paymentTermDays: days }) => (days === null ? '' : format.number(days)),
    lateInterest: ({ lateInterestBp: rate }) => (rate === null ? '' : format.percent(rate)),
    creditLimits: ({ creditLimits }) =>
      creditLimits.map(({ cents, currency }) => format.money(cents, currency)).join(', '),
  }
  return (choice: Choice, content: ClientContent): string => texts[choice](content) ?? ''
}
