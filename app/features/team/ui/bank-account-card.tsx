import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

type Change = {
  id: string
  iban: string
  requestedBy: string
  requestedAt: number
  effectiveAt: number
  payoutsFrom: number
  appliedAt: number | null
}

/** The company's bank account, and the change that waits for its time. IBANs are given as they are printed. */
export function BankAccountCard({
  account,
  change,
  changeTo,
  cancellable,
}: {
  account: { iban: string | null; bic: string | null }
  change: Change | null
  /** Where the account is changed; null if the user may not. */
  changeTo: string | null
  cancellable: boolean
}) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const by = change && { name: change.requestedBy, requested: format.dateTime(change.requestedAt) }
  return (
    <Card title={t('company.bankTitle')} description={t('company.bankText')}>
      <div className="flex flex-col items-start gap-5">
        {change && by && (
          <Alert
            tone="warning"
            title={
              change.appliedAt === null
                ? t('bank.waits', { iban: change.iban, effective: format.deadline(change.effectiveAt) })
                : t('bank.payoutsWait', { until: format.deadline(change.payoutsFrom) })
            }
            actions={
              cancellable && (
                <Form method="post" action="/company-settings/bank-account/cancel">
                  <input type="hidden" name="changeId" value={change.id} />
                  <SubmitButton size="sm" variant="outline">
                    {t('bank.cancel')}
                  </SubmitButton>
                </Form>
              )
            }
          >
            <p>{t('bank.requestedBy', by)}</p>
            <p>{t('bank.unexpected')}</p>
          </Alert>
        )}
        <DescriptionList
          items={[
            { term: t('company.iban'), description: account.iban ?? t('company.none') },
            { term: t('company.bic'), description: account.bic ?? t('company.none') },
          ]}
        />
        {changeTo && (
          <ButtonLink to={changeTo} variant="outline">
            {account.iban ? t('bank.change') : t('bank.add')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
