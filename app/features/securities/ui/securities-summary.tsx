import { useTranslation } from 'react-i18next'
import type { getSecurities } from '#app/features/securities/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { SecurityBadge } from './security-badge.tsx'

/** On the page of a contract: which securities it demands and which are recorded, and how each stands. */
export function SecuritiesSummary({ found }: { found: NonNullable<ReturnType<typeof getSecurities>> }) {
  const { t } = useTranslation('securities')
  const format = useFormat()
  const { contract, demanded, securities } = found
  const shown = securities.filter(({ status }) => status !== 'withdrawn')
  return (
    <Card
      title={t('list.title')}
      actions={<TextLink to={`/contracts/${contract.id}/securities`}>{t('list.view')}</TextLink>}
    >
      <ul className="flex flex-col gap-3 text-sm">
        {demanded
          .filter(({ lack }) => lack !== null)
          .map(({ purpose, amountCents, lack, givenCents, until }) => (
            <li key={purpose} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {t('list.entry', {
                  purpose: t(`purpose.${purpose}`),
                  amount: format.money(amountCents, contract.currency),
                })}
                {lack && lack !== 'missing' && (
                  <span className="block text-muted-foreground">
                    {t(`lack.${lack}`, {
                      given: format.money(givenCents, contract.currency),
                      date: until ? format.date(until) : '',
                    })}
                  </span>
                )}
              </span>
              <SecurityBadge standing="demanded" />
            </li>
          ))}
        {shown.map(({ id, purpose, amountCents, validUntil, standing }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {t('list.entry', {
                purpose: t(`purpose.${purpose}`),
                amount: format.money(amountCents, contract.currency),
              })}
              <span className="block text-muted-foreground">
                {validUntil ? t('list.lastDay', { date: format.date(validUntil) }) : t('field.untilReturned')}
              </span>
            </span>
            <SecurityBadge standing={standing} />
          </li>
        ))}
        {demanded.length + shown.length === 0 && <li className="text-muted-foreground">{t('list.none')}</li>}
      </ul>
    </Card>
  )
}
