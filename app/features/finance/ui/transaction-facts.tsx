import { useTranslation } from 'react-i18next'
import type { Transaction } from '#app/features/finance/transactions.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'

/** What is known of a row beside what it is for. */
export function TransactionFacts({ row }: { row: Omit<Transaction, 'splits'> }) {
  const { t } = useTranslation('finance')
  const format = useFormat()
  const { t: tRules } = useTranslation('bookingrules')
  const { accountName, day, amountCents, currency, counterparty, counterpartyIban, text, reference, source } = row
  const facts = [
    { term: t('field.amount'), description: <Money cents={amountCents} currency={currency} /> },
    { term: t('field.day'), description: format.date(day) },
    { term: t('field.accountId'), description: accountName },
    { term: t('field.counterparty'), description: counterparty },
    { term: t('account.iban'), description: formatIban(counterpartyIban) },
    { term: t('field.reference'), description: reference },
    { term: t('field.text'), description: text },
    { term: t('source.title'), description: t(`source.${source}`) },
    { term: tRules('row.by'), description: row.ruleName ?? '' },
  ]
  return <DescriptionList items={facts.filter(({ description }) => description !== '')} />
}
