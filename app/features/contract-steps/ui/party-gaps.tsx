import { useTranslation } from 'react-i18next'
import type { PartyGap } from '#app/features/contract-steps/party-gaps.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const places = { businessId: '/company-settings', email: '/profile' } as const

/** What the parties still lack before both can sign, with the place where the reader mends their own. */
export function PartyGaps({ gaps }: { gaps: readonly PartyGap[] }) {
  const { t } = useTranslation('contractgaps')
  if (gaps.length === 0) return null
  return (
    <Alert tone="warning" title={t('title')} className="print:hidden">
      <ul className="flex flex-col gap-1">
        {gaps.map(({ kind, name, isOwn }) => (
          <li key={`${kind} ${isOwn}`} className="wrap-anywhere">
            {isOwn ? (
              <>
                {t(`own.${kind}`)} <TextLink to={places[kind]}>{t(`link.${kind}`)}</TextLink>
              </>
            ) : (
              t(`other.${kind}`, { other: name })
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
