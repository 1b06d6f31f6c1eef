import { useTranslation } from 'react-i18next'
import type { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** On the page of a contract: how far its final account is, and what it comes to; nothing before it is due. */
export function FinalAccountSummary({ found }: { found: NonNullable<ReturnType<typeof getFinalAccount>> }) {
  const { t } = useTranslation('finalaccount')
  const format = useFormat()
  const { contract, account, isDue } = found
  if (!account && !isDue) return null
  return (
    <Card
      title={t('title')}
      actions={<TextLink to={`/contracts/${contract.id}/final-account`}>{t('summary.view')}</TextLink>}
    >
      <DescriptionList
        items={[
          { term: t('summary.status'), description: account ? t(`status.${account.status}`) : t('summary.notBegun') },
          ...(account
            ? [{ term: t('paper.toPay'), description: format.money(account.totals.toPayCents, contract.currency) }]
            : []),
        ]}
      />
    </Card>
  )
}
